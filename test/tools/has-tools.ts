/** Whether the other tools that package.json here pins are installed: `npm run test:tools` does it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const TOOLS = join(import.meta.dirname, 'node_modules');
export const hasTools = existsSync(join(TOOLS, '.package-lock.json'));
