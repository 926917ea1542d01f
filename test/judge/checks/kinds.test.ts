import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECK_KINDS } from '../../../src/judge/checks/kinds.ts';
import { recognizeCheck } from '../../../src/judge/checks/recognize-check.ts';

const documented = readFileSync(new URL('../../../docs/code-checks.md', import.meta.url), 'utf8').replaceAll(
  '`',
  '',
);

describe('the kinds of checks', () => {
  it.each(CHECK_KINDS)('$name: the example is of its kind', ({ kind, example }) => {
    const check = recognizeCheck(example);
    const kinds =
      check?.kind === 'several' ? ['several', ...check.checks.map((part) => part.kind)] : [check?.kind];
    expect(kinds).toContain(kind);
  });

  it('are all documented', () => {
    for (const { name, example } of CHECK_KINDS) expect(documented).toContain(`| ${name} | ${example} |`);
  });
});
