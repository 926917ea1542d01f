import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QueryId, SourceId } from '../../../src/domain/ids.ts';
import type { Page } from '../../../src/domain/page.ts';
import { extractAdvice } from '../../../src/engines/offline/extract-advice.ts';
import { REWRITE_CASES } from './rewrite-cases.ts';
import { pageOf, RUN, task, valueOf } from './support.ts';

async function adviceIn(page: Page) {
  const item = {
    id: SourceId.parse('s1'),
    page,
    rating: { expertise: 4, relevance: 2, reasons: [] },
    queries: [
      { id: QueryId.parse('q1'), text: 'how to', teaches: '', kind: 'proposed' as const, rewords: null },
    ],
  };
  const outcomes = await extractAdvice(RUN, task('Write a report on rain'), [item]);
  return valueOf(outcomes.get('s1'));
}

describe('advice in a page', () => {
  it('is each advising sentence with its quote, and nothing else', async () => {
    const page = pageOf(
      'Reports',
      ['heading', 'Openings'],
      [
        'paragraph',
        'The form is old. Open with the finding. It is what people want. Never thank anybody first.',
      ],
      ['quote', 'Open with a bang.'],
      ['code', 'Open the file.'],
      ['paragraph', 'Weak: “Name the month.”'],
    );
    const advice = await adviceIn(page);
    expect(advice.map(({ quote }) => quote)).toEqual([
      'Open with the finding.',
      'Never thank anybody first.',
    ]);
    expect(advice[0]?.queryIds).toEqual(['q1']);
  });

  it('reads list items under their heading or lead-in', async () => {
    const page = pageOf(
      'Reports',
      ['heading', 'Common mistakes'],
      ['list-item', 'Burying the finding in a table'],
      ['heading', 'Shape'],
      ['paragraph', 'Every report should:'],
      ['list-item', 'name its author'],
      ['list-item', 'Title: keep it under ten words.'],
      ['list-item', 'Photographs, logos and maps: leave them out.'],
      ['list-item', 'The first line names the finding.'],
      ['list-item', 'Does the ending answer the opening?'],
    );
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'Avoid burying the finding in a table.',
      'Name its author',
      'Keep the title under ten words.',
      'Leave photographs, logos and maps out.',
      'The first line should name the finding.',
      'The ending should answer the opening.',
    ]);
  });

  it('never turns what stands under “Don’t” into an order', async () => {
    const page = pageOf(
      'Reports',
      ['heading', 'Do and don’t'],
      ['paragraph', 'Do'],
      ['list-item', 'Name the source of each figure.'],
      ['paragraph', 'Don’t'],
      ['list-item', 'Claim that everyone knows. Somebody will object.'],
      ['list-item', 'Quote figures without a source.'],
      ['paragraph', 'Close with the next step.'],
      ['heading', 'Avoid'],
      ['list-item', 'Open with the weather.'],
      ['heading', 'Common mistakes'],
      ['list-item', 'Start with the history of the firm.'],
    );
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'Name the source of each figure.',
      'Do not claim that everyone knows.',
      'Do not quote figures without a source.',
      'Close with the next step.',
      'Do not open with the weather.',
    ]);
  });

  it('negates nothing twice below “Don’t”', async () => {
    const page = pageOf(
      'Reports',
      ['heading', 'Don’t'],
      ['list-item', 'Avoid clichés'],
      ['list-item', 'No flattery'],
      ['list-item', 'Thank the reader first'],
      ['heading', 'Common ways it goes wrong'],
      ['list-item', 'No dates at all'],
    );
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'Avoid clichés.',
      'Contain no flattery.',
      'Do not thank the reader first.',
    ]);
  });

  it('reads tables by their header', async () => {
    const page = pageOf(
      'Reports',
      ['table-row', 'Part | What it does | Common mistake'],
      ['table-row', 'Summary | States the decision in one line | Repeats the title'],
      ['table-row', 'Notes | 12'],
    );
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'The summary should state the decision in one line.',
      'The summary should not repeat the title.',
    ]);
  });

  it('names the place that a heading or a label speaks of', async () => {
    const page = pageOf(
      'Reports',
      ['heading', '2. Executive summary'],
      ['paragraph', 'Name the decision in plain words. Open with the cost.'],
      ['heading', 'Tone'],
      ['paragraph', 'Name processes and not culprits.'],
      ['list-item', 'Subject: name the action that is needed.'],
    );
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'In the executive summary, name the decision in plain words.',
      'Open with the cost.',
      'Name processes and not culprits.',
      'In the subject, name the action that is needed.',
    ]);
  });

  it('leaves out what is for circumstances that the task does not name', async () => {
    const page = pageOf(
      'Reports',
      ['heading', 'When it is an audit'],
      ['paragraph', 'Name the auditor in the title.'],
      ['heading', 'When it is about rain'],
      ['paragraph', 'Name the unit of every figure.'],
      ['heading', 'Rehearsing'],
      ['paragraph', 'Mark each pause.'],
      ['heading', 'Cases'],
      ['table-row', 'Occasion | What to do'],
      ['table-row', 'Thank-you note | Mention the gift by name'],
      ['table-row', 'Rain report | Give the week in the first line'],
    );
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'Name the unit of every figure.',
      'Give the week in the first line.',
    ]);
  });

  it('drops what is forbidden only for contrast', async () => {
    const page = pageOf('Reports', ['paragraph', 'Do not list the parts; list what each part does.']);
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual(['List what each part does.']);
  });

  it('takes no statement, question or "no …" beside other sentences of a list item for a demand', async () => {
    const page = pageOf(
      'Reports',
      ['list-item', 'The title is in the heading. Put it to use.'],
      ['list-item', 'Is there a paragraph without a date? It is an opinion.'],
      ['list-item', 'No mention of costs. It is a fault.'],
      ['list-item', 'The title names the month.'],
      ['list-item', 'No jargon.'],
    );
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'Put it to use.',
      'The title should name the month.',
      'No jargon.',
    ]);
  });

  it('takes no order whose outcome the sentence tells', async () => {
    const page = pageOf('Reports', [
      'paragraph',
      'Say more and the reader has gone. Open with a fact, and the reader will follow.',
    ]);
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'Open with a fact, and the reader will follow.',
    ]);
  });

  it('keeps a ban to the opening that its paragraph is about', async () => {
    const page = pageOf('Reports', ['paragraph', 'Begin with the week of rain. Avoid maps and charts.']);
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'Begin with the week of rain.',
      'In the opening, avoid maps and charts.',
    ]);
  });

  it('keeps what is asked below a heading, or a first sentence, about one part to that part', async () => {
    const page = pageOf(
      'Reports',
      ['heading', 'The title carries more than you think'],
      ['paragraph', 'Leave out urgency.'],
      ['heading', 'Speech'],
      [
        'paragraph',
        'Dialogue should work. Cut greetings and farewells, and never let two people tell each other what both know.',
      ],
    );
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'In the title, leave out urgency.',
      'In the dialogue, cut greetings and farewells, and never let two people tell each other what both know.',
    ]);
  });

  it('reads headings that order, and what leads to a sample', async () => {
    const page = pageOf(
      'Reports',
      ['heading', '3. Start with the storm'],
      ['paragraph', 'Storms sell. Say what broke, where and when, in a dozen words:'],
      ['heading', 'Present tense and plain nouns'],
      ['heading', 'Start date, weather, losses'],
      ['heading', 'Common mistakes'],
    );
    expect((await adviceIn(page)).map(({ text, quote }) => [text, quote])).toEqual([
      ['Start with the storm', '3. Start with the storm'],
      [
        'Say what broke, where and when, in a dozen words:',
        'Say what broke, where and when, in a dozen words:',
      ],
    ]);
  });

  it('reads cells that list what a part is to hold', async () => {
    const page = pageOf(
      'Reports',
      ['table-row', 'Field | Should contain'],
      ['table-row', 'Preconditions | Gauges, settings, language'],
      ['table-row', 'Times | Start date, working days'],
    );
    expect((await adviceIn(page)).map(({ text }) => text)).toEqual([
      'In the part on “preconditions”, give gauges, settings, language.',
      'In the part on “times”, give start date, working days.',
    ]);
  });

  it('may be none', async () => {
    expect(await adviceIn(pageOf('Rain', ['paragraph', 'Rain is water. It falls from clouds.']))).toEqual([]);
  });

  it('always quotes one block of the page verbatim', async () => {
    const sentences = REWRITE_CASES.map(([sentence]) => sentence);
    const block = fc.tuple(
      fc.constantFrom('heading', 'paragraph', 'list-item', 'table-row', 'quote'),
      fc.oneof(
        fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 4 }).map((some) => some.join(' ')),
        fc
          .array(fc.constantFrom(...sentences, 'Part', 'What it does'), { minLength: 2, maxLength: 3 })
          .map((some) => some.join(' | ')),
        fc.string(),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 8 }), async (blocks) => {
        const page = pageOf('Reports', ...blocks);
        const texts = page.blocks.map(({ start, end }) => page.text.slice(start, end));
        for (const { quote, text } of await adviceIn(page)) {
          expect(text).not.toBe('');
          expect(texts.some((content) => content.includes(quote))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
