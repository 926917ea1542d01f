/** What the documents say is so: their commands run, their outputs are what is printed, their links lead somewhere. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocuments } from '../../scripts/readme-outputs.ts';
import { commandsDoc } from '../../scripts/commands-doc.ts';
import { protocolsDoc } from '../../scripts/protocols-doc.ts';
import { runBuiltCli } from '../support/built-cli.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFile(join(root, path), 'utf8');
const documents = ['README.md', ...(await readdir(join(root, 'docs'))).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
);

describe('the documents', () => {
  it('run as they stand, and print what the README shows (npm run docs:readme)', { timeout: 170_000 }, async () => {
    const readme = await read('README.md');
    const { texts, runs } = await runDocuments([readme, await read('docs/record.md')]);
    const suite = 'npx groundrule test examples/suite/groundrule.suite.yaml';
    expect(runs.filter(({ code, command }) => code !== (command === suite ? 8 : 0))).toEqual([]);
    expect(runs.length).toBeGreaterThanOrEqual(18);
    expect(texts[0]).toBe(readme);
  });

  it('say what the commands are (npm run docs:commands)', async () => {
    expect(await read('docs/commands.md')).toBe(await commandsDoc());
    expect(await read('docs/protocols.md')).toBe(await protocolsDoc());
  });

  it('count the kinds of the bundled guides', async () => {
    const { stdout } = await runBuiltCli(['library', 'kinds', '--format', 'json', '--store', 'memory'], { home: root });
    const kinds = JSON.parse(stdout) as readonly unknown[];
    expect(await read('README.md')).toContain(`cover ${kinds.length} kinds of text (`);
  });

  it.each(documents)('%s types every command as it runs in a clone, and links to what is there', async (path) => {
    const text = await read(path);
    expect(text.match(/^(?:\$ )?groundrule .*|\| groundrule .*/gmu)).toBeNull();
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/gu)];
    for (const [link, to = '', anchor] of targets) {
      const file = to === '' ? path : join(path, '..', to);
      expect((await stat(join(root, file))).isFile(), link).toBe(true);
      if (anchor === undefined) continue;
      const headings = [...(await read(file)).matchAll(/^#+ (.*)$/gmu)];
      const anchors = headings.map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w -]/gu, '')
          .replaceAll(' ', '-'),
      );
      expect(anchors, link).toContain(anchor);
    }
  });
});
