import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderTable } from '../../src/report/table.ts';
import { criteriaSetFixture, CRITERIA } from '../support/criteria-set.ts';
import { expectToFit, layout } from './layout.ts';

const { set } = criteriaSetFixture();

describe('table', () => {
  it('shows rank, criterion, relevance, sources and best source', () => {
    const text = renderTable(set, 4, layout(100));
    expect(text).toMatchInlineSnapshot(`
      "Write a wedding toast for my sister, who restores old bicycles

        #  The response should …                         Relevance   Sources  Best source
        1  tell one story with a place and a day in it.  ████▋ 9.3         2  Toasts at length · Toasts
                                                                              Quarterly
        2  stay below three minutes.                     ████▎ 8.5         1  Toasts at length · Toasts
                                                                              Quarterly
        4  be a toast for a sister. (in your             ███▊  7.5         1  Toasts at length · Toasts
           instruction)                                                       Quarterly
        5  follow the guide where it says that one       ███▌  7.0         1  Toasts at length · Toasts
           should say who you are in one sentence.                            Quarterly

      … and 12 more criteria (--top 16)

      Held back, since a better criterion or the instruction asks for the contrary:
        3  The response should take ten minutes. (against 2: Both speak of its length.)
      "
    `);
  });

  it.each([60, 100, 120])('fits %i columns', (width) => {
    expectToFit(renderTable(set, undefined, layout(width)), width);
    expectToFit(renderTable(set, undefined, layout(width, true)), width);
  });

  it('drops the best source where there is no room for it', () => {
    expect(renderTable(set, 3, layout(60))).not.toContain('Best source');
    expect(renderTable(set, 3, layout(80))).toContain('Best source');
  });

  it('shows 15 and says how many more there are', () => {
    const lines = renderTable(set, undefined, layout(100)).split('\n');
    expect(lines.filter((line) => /^ {0,2}\d+ {2}/u.test(line)).length).toBe(15 + 1);
    expect(lines).toContain('… and 1 more criterion (--top 16)');
    expect(renderTable(set, 40, layout(100))).not.toContain('more criterion');
  });

  it('lists what is held back, and against what', () => {
    const text = renderTable(set, undefined, layout(120));
    expect(text).toContain('Held back');
    expect(text).toContain('3  The response should take ten minutes. (against 2: Both speak of its length.)');
    expect(text).not.toMatch(/^ *3 {2}take ten minutes/mu);
  });

  it('marks what the instruction says itself, and what has no score', () => {
    const text = renderTable(set, 40, layout(120));
    expect(text).toContain('be a toast for a sister. (in your instruction)');
    expect(text).toMatch(/greet the hosts\. +unscored/u);
  });

  it('says the same with and without colour', () => {
    const painted = renderTable(set, undefined, layout(100, true));
    expect(painted).toContain('\u001b[');
    expect(stripVTControlCharacters(painted)).toBe(renderTable(set, undefined, layout(100)));
  });

  it('sends no control sequence of a page or an instruction', () => {
    const hostile = criteriaSetFixture({
      instruction: 'Write \u001b]0;owned\u0007 a toast\u009b2J',
      guides: [{ url: 'library:x', title: '\u001b[2J\u001b[31mTitle', text: 'Say it.\u001b[2J Now.' }],
      criteria: [{ text: 'say \u001b[31mred\u202e', score: 5, quotes: [[0, 'Say it.\u001b[2J Now.']] }],
    });
    const text = renderTable(hostile.set, undefined, layout(100));
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(text).toContain('␛[31mred');
  });

  it('says so where there are no criteria', () => {
    const empty = criteriaSetFixture({ criteria: [] });
    expect(renderTable(empty.set, undefined, layout(100))).toContain('No criteria.');
    expect(CRITERIA.length).toBeGreaterThan(15);
  });
});
