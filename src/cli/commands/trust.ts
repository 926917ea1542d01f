/** `groundrule trust`: a file counts in whole from now on, as long as nobody changes it. */
import { defineCommand } from '../define-command.ts';

export const trustCommand = defineCommand({
  name: 'trust',
  description:
    'Trust the groundrule.config.json of this folder as it is now: what it says of models, servers, limits, searches, prompts, the store and folders elsewhere counts; or trust a suite, whose programs may then run and whose models may be asked',
  arguments: [['[suite]', 'A suite (docs/suites.md) to trust instead']],
  examples: ['groundrule trust', 'groundrule trust letters.suite.yaml', 'groundrule doctor'],
  run: async ({ shell, stdin, signal, print }, suite) => {
    const { renderTrust, trustedSettings, trustedSources } = await import('../../report/trust.ts');
    if (suite === undefined) {
      const { trustFolder } = await import('../../config/config-files.ts');
      const file = await trustFolder({ env: shell.env });
      await print((layout) => renderTrust({ path: file.path, trusted: trustedSettings(file) }, 'table', layout));
    } else {
      const { trustSuite } = await import('../../suite/load-suite.ts');
      const trusted = trustedSources(await trustSuite({ stdin, signal, env: shell.env }, suite));
      await print((layout) => renderTrust({ path: suite, trusted }, 'table', layout));
    }
  },
});
