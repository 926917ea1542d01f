/** Writes the table of docs/protocols.md from the protocol objects: `npm run docs:protocols`. */
import { readFile, writeFile } from 'node:fs/promises';
import { loadConfig } from '../src/config/load-config.ts';
import { readSecrets } from '../src/config/environment.ts';
import { protocolCosts } from '../src/client/protocol-costs.ts';
import { layoutOf } from '../src/cli/output/layout-of.ts';
import { renderProtocols } from '../src/report/protocols.ts';

const FILE = new URL('../docs/protocols.md', import.meta.url);
const PART = /(<!-- protocols: [^\n]*-->\n)[\s\S]*?(<!-- \/protocols -->)/u;

/** The whole document, with the table as it is now. */
export async function protocolsDoc(): Promise<string> {
  const { settings } = await loadConfig({ flags: {}, env: {}, configFile: null });
  const costs = await protocolCosts(settings, readSecrets({}));
  const table = (await renderProtocols(costs, 'markdown', layoutOf(process.stdout, {}))).replace(/^# .*\n/u, '');
  return (await readFile(FILE, 'utf8')).replace(PART, (_all, open: string, close: string) => open + table + close);
}

if (process.argv[1]?.endsWith('protocols-doc.ts') === true) await writeFile(FILE, await protocolsDoc());
