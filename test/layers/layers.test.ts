/** The import graph keeps its rooms apart, and the check that says so can fail. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

async function cruise(folder: string): Promise<{ code: number; output: string }> {
  const bin = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  try {
    const { stdout } = await run(process.execPath, [bin, '--config', '.dependency-cruiser.cjs', 'src', 'agents'], {
      cwd: folder,
    });
    return { code: 0, output: stdout };
  } catch (error) {
    const failure = error as { code: number; stdout: string; stderr: string };
    return { code: failure.code, output: failure.stdout + failure.stderr };
  }
}

describe('layers', { timeout: 60_000 }, () => {
  let copy = '';
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'groundrule-layers-'));
    for (const folder of ['src', 'agents', 'scripts'])
      await cp(join(root, folder), join(copy, folder), { recursive: true });
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
      await cp(join(root, file), join(copy, file));
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('holds for the code as it is, and sees it all', async () => {
    const { code, output } = await cruise(root);
    expect(output).toMatch(/no dependency violations found \((\d{2,}) modules/);
    expect(code).toBe(0);
  });

  it('finds seeded violations: type-only imports, circles of types and unlisted packages', async () => {
    await writeFile(
      join(copy, 'src/domain/seeded.ts'),
      "import type { Settings } from '../config/settings.ts';\nexport type Seeded = Settings;\n",
    );
    await writeFile(join(copy, 'src/text/seeded.ts'), "export { expect } from 'vitest';\n");
    await writeFile(
      join(copy, 'src/web/egg.ts'),
      "import type { Hen } from './hen.ts';\nexport type Egg = Hen | null;\n",
    );
    await writeFile(
      join(copy, 'src/web/hen.ts'),
      "import type { Egg } from './egg.ts';\nexport type Hen = { readonly from: Egg };\n",
    );
    const { code, output } = await cruise(copy);
    expect(code).not.toBe(0);
    expect(output).toContain('room-domain: src/domain/seeded.ts → src/config/settings.ts');
    expect(output).toContain('no-dev-dependencies: src/text/seeded.ts');
    expect(output).toMatch(/no-circular: src\/web\/egg\.ts → \s*src\/web\/hen\.ts/u);
  });

  it('is what the documentation says', async () => {
    const rooms = createRequire(import.meta.url)('../../scripts/rooms.cjs') as Record<string, string[]>;
    const text = await readFile(join(root, 'docs/architecture.md'), 'utf8');
    const documented = [...text.matchAll(/^\| `src\/([^`.]+)` \|.*\| ([^|]+) \|$/gmu)].map(([, room, may]) => [
      room,
      may === '–' ? [] : (may ?? '').split(', ').sort(),
    ]);
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries(Object.entries(rooms).map(([room, may]) => [room, [...may].sort()])),
    );
  });
});
