import { defineCommand } from '../define-command.ts';
import { renderTrust, trustedSettings, trustedSources } from '../../report/trust.ts';
import { trustFolder } from '../../config/config-files.ts';
import { trustSuite } from '../../suite/load-suite.ts';

export const command = defineCommand({
  name: 'trust',
  description:
    'Trust the groundrule.config.json of this folder as it is now: what it says of models, servers, limits, searches, prompts, the store and folders elsewhere counts; or trust a suite, whose programs may then run and whose models may be asked',
  arguments: [['[suite]', 'A suite (docs/suites.md) to trust instead']],
  examples: ['groundrule trust', 'groundrule trust letters.suite.yaml', 'groundrule doctor'],
  run: async ({ shell, stdin, signal, print }, suite) => {
    if (suite === undefined) {
      const file = await trustFolder({ env: shell.env });
      await print((layout) => renderTrust({ path: file.path, trusted: trustedSettings(file) }, 'table', layout));
    } else {
      const trusted = trustedSources(await trustSuite({ stdin, signal, env: shell.env }, suite));
      await print((layout) => renderTrust({ path: suite, trusted }, 'table', layout));
    }
  },
});
