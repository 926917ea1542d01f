/** Checks of any size that somebody sends: those that would exhaust whoever walks them are refused before anybody does. */
import { describe, expect, it } from 'vitest';
import { Check } from '../../src/domain/check.ts';
import { InputError } from '../../src/domain/errors.ts';
import { GivenCheck, parseCheck } from '../../src/domain/parse-check.ts';
import { givenChecklist } from '../../src/client/given-input.ts';
import { checklistOfItems } from '../../src/judge/checklists/given-checklist.ts';
import { parseYaml } from '../../src/text/parse-yaml.ts';

const UPPER = { kind: 'case', letters: 'upper' };
const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((check) => ({ kind: 'not', check }), UPPER);
const wide = (count: number) => ({ kind: 'all', checks: Array.from({ length: count }, () => UPPER) });

describe('a check', () => {
  it('may be nested, and hold many', () => {
    for (const check of [nested(20), wide(499)]) expect(Check.parse(check)).toEqual(check);
  });

  it.each([
    ['deeper', nested(100_000)],
    ['wider', wide(100_000)],
    ['a list of lists', { kind: 'any', checks: [wide(300), wide(300)] }],
  ])('is refused where it is %s than code walks', (_how, check) => {
    for (const schema of [Check, GivenCheck])
      expect(schema.safeParse(check).error?.issues.map(({ message }) => message)).toEqual([
        'should hold at most 500 checks, nested at most 20 deep',
      ]);
  });

  it('is refused where somebody wrote it so, an agent as well', () => {
    const written = (depth: number) => `${'not('.repeat(depth)}words <= 2${')'.repeat(depth)}`;
    expect(parseCheck(written(20))).toMatchObject({ kind: 'not' });
    for (const depth of [21, 100, 100_000])
      expect(() => parseCheck(written(depth))).toThrow(/is no check: it (?:should hold|has more)/u);
  });

  it('is refused in a checklist that a program gives', () => {
    const check = { rule: nested(100_000) as Check, decides: 'all' as const };
    const { items, ...rest } = checklistOfItems(['Is it short?', 'Is it loud?']);
    const checklist = { ...rest, items: items.map((item, index) => (index === 0 ? item : { ...item, check })) };
    expect(() => givenChecklist(checklist, {})).toThrow('Item 2 of the checklist: check.rule should hold at most');
    expect(() => givenChecklist([{ text: 'Is it loud?', check: check.rule }], {})).toThrow(InputError);
  });

  it('is refused in a file in YAML, which is nested as deeply', async () => {
    const flow = `${'{kind: not, check: '.repeat(5_000)}words <= 2${'}'.repeat(5_000)}`;
    expect(await parseYaml(`items: [{text: Loud, check: ${flow}}]`)).toMatchObject({
      mistake: 'It is nested too deeply',
    });
  });
});
