/** Where a user's data is kept when no path is given: the platform's usual place. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export function defaultStorePath(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const xdg = env['XDG_DATA_HOME'];
  if (xdg !== undefined && xdg !== '') return join(xdg, 'groundrule', 'groundrule.sqlite');
  if (platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'groundrule', 'groundrule.sqlite');
  const appData = env['LOCALAPPDATA'];
  if (platform === 'win32' && appData !== undefined) return join(appData, 'groundrule', 'groundrule.sqlite');
  return join(homedir(), '.local', 'share', 'groundrule', 'groundrule.sqlite');
}
