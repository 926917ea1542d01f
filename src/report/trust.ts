/** The settings or sources that a file is now trusted with. */
import type { ConfigFile } from '../config/config-files.ts';
import type { SuiteSource } from '../suite/read-suite.ts';
import { redact } from '../text/redact.ts';
import { renderer } from './formats.ts';
import { left, lines, table } from './report.ts';

interface Trust {
  readonly path: string;
  /** What needs it, by name. */
  readonly trusted: readonly (readonly [name: string, meaning: string])[];
}

export function trustedSettings({ sensitive, values }: ConfigFile): Trust['trusted'] {
  return sensitive.map((name) => [name, redact(JSON.stringify(values[name]))]);
}

export function trustedSources(sources: readonly SuiteSource[]): Trust['trusted'] {
  return sources.map((source) => [source.id, redact(meaningOf(source))]);
}

function meaningOf(source: SuiteSource): string {
  if (source.kind === 'files') return `reads ${source.files}`;
  if (source.kind === 'model') return `asks the model ${source.model}`;
  const variables = source.env.length === 0 ? '' : `, with the variables ${source.env.join(', ')}`;
  return `runs ${source.command.join(' ')}${variables}`;
}

export const renderTrust = renderer<Trust>(({ path, trusted }) => ({
  title: `${path} is trusted as it is now`,
  blocks: [
    table(trusted, [left('', ([name]) => name), left('', ([, meaning]) => meaning)]),
    lines(trusted.length === 0 ? 'It sets nothing that needs trust.' : 'After any change it has to be trusted again.'),
  ],
}));
