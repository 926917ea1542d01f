/** The bundled guides say who wrote them: this project, and no invented person or site. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledPage } from '../../support/guide-web/marked-advice.ts';

const LIBRARY = join(import.meta.dirname, '../../../fixtures/library');
const entries = await readdir(LIBRARY, { recursive: true, withFileTypes: true });
const guides = entries
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.yaml'))
  .map(({ parentPath, name }) => join(parentPath, name).slice(LIBRARY.length + 1));

it('are by this project, on its own site', { timeout: 30_000 }, async () => {
  expect(guides.length).toBeGreaterThan(200);
  for (const path of guides) {
    const { byline, site } = await bundledPage(path);
    expect(byline, path).toBe('Groundrule contributors');
    // A PDF names no site.
    expect(site, path).toBe(path.endsWith('.pdf') ? null : 'Groundrule Guides');
  }
});
