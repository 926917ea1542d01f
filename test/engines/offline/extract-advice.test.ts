import fc from 'fast-check';
import { readersBy } from '../../../src/engines/offline/text-kind.ts';
import { describe, expect, it } from 'vitest';
import { NO_KINDS } from '../../../src/domain/guide-kind.ts';
import { QueryId, SourceId } from '../../../src/domain/ids.ts';
import type { Page } from '../../../src/domain/page.ts';
import { plainPolarity } from '../../../src/engines/offline/polarity.ts';
import { extractAdvice } from '../../../src/engines/offline/extract-advice.ts';
import { pageOf, RUN, task, valueOf } from './support.ts';

async function adviceIn(page: Page) {
  const item = {
    id: SourceId.parse('s1'),
    page,
    rating: { expertise: 4, relevance: 2, reasons: [] },
    queries: [{ id: QueryId.parse('q1'), text: 'how to', teaches: '', kind: 'proposed' as const, rewords: null }],
  };
  return valueOf((await extractAdvice(readersBy(NO_KINDS))(RUN, task('Write a report on rain'), [item])).get('s1'));
}

async function textsIn(...blocks: Parameters<typeof pageOf>[1][]): Promise<string[]> {
  return (await adviceIn(pageOf('Reports', ...blocks))).map(({ text }) => text ?? '');
}

describe('advice in a page', () => {
  it('is each advising sentence with its quote, and nothing else', async () => {
    const advice = await adviceIn(
      pageOf(
        'Reports',
        ['heading', 'Openings'],
        ['paragraph', 'The form is old. Open with the finding. It is what people want. Never thank anybody first.'],
        ['quote', 'Open with a bang.'],
        ['code', 'Open the file.'],
        ['paragraph', 'Weak: “Name the month.”'],
      ),
    );
    expect(advice.map(({ quote }) => quote)).toEqual(['Open with the finding.', 'Never thank anybody first.']);
    expect(advice[0]?.queryIds).toEqual(['q1']);
  });

  it('tells orders from labels and from statements that begin alike', async () => {
    expect(
      await textsIn(
        ['list-item', 'Phrase each item as a question.'],
        ['list-item', 'Cover letters should be short.'],
        ['list-item', 'List of figures'],
        ['list-item', 'Work experience'],
        ['list-item', 'Reports tell people what happened.'],
      ),
    ).toEqual(['Phrase each item as a question.']);
  });

  it('hears an order through what leads to it', async () => {
    expect(
      await textsIn([
        'paragraph',
        "It's important to name the gauge. We recommend adding a map. You should quote the observers. The report should name its author.",
      ]),
    ).toHaveLength(4);
  });

  it('reads list items under their lead-in', async () => {
    expect(
      await textsIn(
        ['paragraph', 'The title should:'],
        ['list-item', 'name the month'],
        ['paragraph', 'A report includes these sections:'],
        ['list-item', 'A summary of the figures.'],
        ['list-item', 'Which gauge was read?'],
        ['paragraph', 'Two examples:'],
        ['list-item', 'Name the dog.'],
      ),
    ).toEqual(['The title should name the month.', 'Include a summary of the figures.', 'Which gauge was read?']);
  });

  it('never turns what stands under “Don’t” into an order, and reads no “avoid” there', async () => {
    expect(
      await textsIn(
        ['heading', 'Do'],
        ['list-item', 'Name the source of each figure.'],
        ['heading', 'Don’t'],
        ['list-item', 'Claim that everyone knows. State the doubt.'],
        ['list-item', 'Avoid clichés'],
        ['list-item', 'No flattery'],
        ['heading', 'Common mistakes'],
        ['list-item', 'Burying the finding in a table'],
      ),
    ).toEqual([
      'Name the source of each figure.',
      'Do not claim that everyone knows.',
      'State the doubt.',
      'Avoid burying the finding in a table.',
    ]);
  });

  it.each([
    'Do not:',
    'You should never:',
    'Please avoid the following:',
    'Leave out:',
    'The report should not:',
    'Never do any of these:',
    'The report must not contain:',
  ])('negates the orders under “%s”', async (leadIn) => {
    expect(await textsIn(['paragraph', leadIn], ['list-item', 'name old loves'], ['list-item', 'the debts'])).toEqual(
      expect.arrayContaining(['Do not name old loves.', 'Avoid the debts.']),
    );
  });

  it.each(['What you should never write', 'You don’t need to', 'Don’ts for labels'])(
    'demands nothing under the short paragraph “%s”, as under a heading',
    async (label) => {
      const below = ['list-item', 'Name the rival.'] as const;
      expect(await textsIn(['paragraph', label], below)).not.toContain('Name the rival.');
      expect(await textsIn(['heading', label], below)).not.toContain('Name the rival.');
    },
  );

  it('asks for what is not to be forgotten, under any heading', async () => {
    for (const heading of ['Don’ts', 'What not to do', 'What matters'])
      expect(await textsIn(['heading', heading], ['list-item', 'Don’t forget to name the maker.'])).toEqual([
        'Don’t forget to name the maker.',
      ]);
  });

  it('keeps the condition that a label states', async () => {
    expect(await textsIn(['list-item', 'For a long speech: name the guests in the last line.'])).toEqual([
      'For a long speech, name the guests in the last line.',
    ]);
  });

  it.each(['Never:', 'What not to do', 'Please don’t', 'What to avoid in a toast', 'Don’t do this', 'Leave out'])(
    'negates the orders under the heading “%s”, but not a paragraph, which may be the remedy',
    async (heading) => {
      const below = [
        ['list-item', 'Name the rival.'],
        ['list-item', 'Skip the date.'],
      ] as const;
      expect(await textsIn(['heading', heading], ...below, ['paragraph', 'Name the month.'])).toEqual([
        'Do not name the rival.',
        // Only such a heading asks itself for what the item does.
        ...(/avoid|Leave out/u.test(heading) ? ['Skip the date.'] : []),
      ]);
    },
  );

  it.each(['Mistakes to avoid', 'Use examples'])(
    'leaves the orders under the heading “%s” as they are',
    async (heading) => {
      expect(await textsIn(['heading', heading], ['list-item', 'Name the children.'])).toEqual(['Name the children.']);
    },
  );

  it('reads no order, and no bare point, under a heading that may forbid and is not plainly a ban', async () => {
    const word = fc.constantFrom('writers', 'the', 'details', 'most', 'you', 'what', 'and', 'if', 'include', 'may');
    const negating = fc.constantFrom(
      'cannot leave out',
      'not all',
      'never',
      'omit',
      'don’t bring up',
      'need not',
      'avoid',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 2, maxLength: 5 }),
        negating,
        word,
        async (before, negation, after) => {
          const heading = ['Which', ...before, negation, after].join(' ');
          const below = [
            ['list-item', 'Name the children.'],
            ['list-item', 'The debts'],
          ] as const;
          expect(await textsIn(['heading', heading], ...below)).toEqual([]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each(['Never say at a funeral', 'What need not be said'])('reads no order under “%s”', async (heading) => {
    expect(await textsIn(['heading', heading], ['list-item', 'Name the children.'])).toEqual([]);
  });

  it.each(['A report need not:', 'Never ramble:', 'The following are not allowed:'])(
    'reads no order after “%s”, which leaves open whether it is asked for',
    async (leadIn) => {
      expect(await textsIn(['paragraph', leadIn], ['list-item', 'Name the children.'])).not.toContain(
        'Name the children.',
      );
    },
  );

  it('keeps the name of the part that a label gives', async () => {
    expect(await textsIn(['list-item', 'Greeting: use the name of the reader.'])).toEqual([
      'In the part “Greeting”, use the name of the reader.',
    ]);
  });

  it('reads no samples, links or words about the page', async () => {
    expect(
      await textsIn(
        ['heading', 'Examples'],
        ['paragraph', 'Name the dog in the title.'],
        ['heading', 'Related'],
        ['list-item', 'Write a letter in the rain'],
      ),
    ).toEqual([]);
  });

  it('quotes verbatim, whatever a page holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ maxLength: 60 }), { maxLength: 8 }), async (lines) => {
        const page = pageOf(
          'Any',
          ...lines.map((line) => ['paragraph', `Use ${line.replaceAll(/[\n\r]/gu, ' ')} now.`] as const),
        );
        for (const { quote } of await adviceIn(page)) expect(page.text).toContain(quote);
      }),
      { numRuns: 50 },
    );
  });
});

/** What a heading may say beside what it forbids: in none of them may an order below be turned, or asked for. */
describe('labels with a negating word', () => {
  const below = [
    ['list-item', 'Name the children.'],
    ['list-item', 'Does the report name the month?'],
    ['paragraph', 'The title should name the month.'],
    ['paragraph', 'Include:'],
    ['list-item', 'Name the children.'],
  ] as const;

  it('leave all below them unread where they do not plainly forbid', async () => {
    const negating = ['not', 'never', 'no', 'avoid', 'leave out', 'omit', 'skip', 'refrain', 'cannot', 'without'];
    const filler = fc.constantFrom(
      'what',
      'to',
      'include',
      'and',
      'writers',
      'these',
      'label',
      'if',
      'you',
      'can',
      'in',
    );
    const list = fc.array(filler, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        list,
        fc.constantFrom(...negating),
        list,
        fc.boolean(),
        async (before, word, after, isHeading) => {
          const label = [...before, word, ...after].join(' ');
          const kind = isHeading ? ('heading' as const) : ('paragraph' as const);
          const texts = await textsIn([kind, `${label}:`], ...below.slice(0, isHeading ? 5 : 2));
          expect(texts).not.toContain('Name the children.');
          if (plainPolarity(label) !== true) expect(texts.filter((text) => /children|month/u.test(text))).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('never turn an order round by a clause in a heading', async () => {
    const headings = ['What to include in a report', 'The first lines', 'Words of thanks', 'Say who is meant'];
    const clauses = [
      'and what to leave out',
      'that you cannot omit',
      'most never say',
      'and not to',
      'to avoid or not',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...headings),
        fc.nat(6),
        fc.constantFrom(...clauses),
        async (heading, at, clause) => {
          const all = heading.split(' ');
          const label = [...all.slice(0, at), clause, ...all.slice(at)].join(' ');
          const texts = await textsIn(['heading', label], ['list-item', 'Name the children.']);
          expect(texts.filter((text) => text.includes('children'))).toEqual([]);
        },
      ),
    );
  });

  it('hold for subheadings and inner lists, up to a plain “Do”', async () => {
    const page = pageOf(
      'Reports',
      ['heading', 'Don’ts'],
      ['heading', 'Openings'],
      ['list-item', 'Name the rival.'],
      ['heading', 'Do'],
      ['list-item', 'Name the month.'],
      ['heading', 'Words'],
      ['list-item', 'Never:'],
      ['list-item', 'Name the debts.'],
      ['list-item', 'Name the place.'],
      ['paragraph', 'Don’t'],
      ['list-item', 'Name the price.'],
    );
    const levels = [2, 3, 1, 3, 1, 2, 1, 2, 1, undefined, 1];
    const blocks = page.blocks.map((block, index) => {
      const level = levels[index];
      return level === undefined ? block : { ...block, level };
    });
    // What has a heading of its own under "Don'ts" may be the remedy.
    expect((await adviceIn({ ...page, blocks })).map(({ text }) => text)).toEqual([
      'Name the month.',
      'Do not name the debts.',
      'Name the place.',
      'Do not name the price.',
    ]);
  });

  it('keep remedies under mistakes to avoid; what a heading shows is no advice', async () => {
    const items = [
      ['list-item', 'Name the children.'],
      ['list-item', 'Burying the finding'],
    ] as const;
    expect(await textsIn(['heading', 'Mistakes to avoid'], ...items)).toEqual([
      'Name the children.',
      'Avoid burying the finding.',
    ]);
    expect(await textsIn(['heading', 'Use this template'], ...items)).toEqual([]);
  });

  it('leave two nouns two nouns', async () => {
    expect(
      await textsIn(['heading', 'Avoid'], ['list-item', 'Love stories'], ['list-item', 'Mention of money']),
    ).toEqual(['Avoid love stories.', 'Avoid mention of money.']);
  });

  const order = fc.constantFrom('Name the rival.', 'Use rhymes in the title.', 'Include the debts of the hall.');
  const ban = fc.constantFrom('Don’t', 'Never', 'Avoid', 'Do not', 'What to avoid');
  const other = fc.constantFrom('Myth', 'Forbidden', 'Better', 'Equally bad', 'Bad title', 'No');

  it('never make an order of what they forbid or leave open in its own line', async () => {
    await fc.assert(
      fc.asyncProperty(order, ban, other, fc.constantFrom(':', ' –'), async (text, forbids, opens, end) => {
        expect(await textsIn(['paragraph', `${forbids}${end} ${text}`])).not.toContain(text);
        expect(await textsIn(['list-item', `${opens}${end} ${text}`])).toEqual([]);
        expect(await textsIn(['list-item', `❌ ${text}`], ['heading', '🚫'], ['list-item', text])).toEqual([]);
        expect(await textsIn(['heading', '💡 Tips'], ['list-item', text])).toHaveLength(1);
        expect(await textsIn(['heading', forbids], ['list-item', `${opens}${end} ${text}`])).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('leave open what a paragraph or a label of its own parts from them', async () => {
    await fc.assert(
      fc.asyncProperty(order, ban, other, async (text, forbids, between) => {
        const item = ['list-item', text] as const;
        expect(await textsIn(['heading', forbids], ['paragraph', `${between}:`], item)).toEqual([]);
        expect(await textsIn(['paragraph', `${forbids}:`], ['paragraph', 'It rains.'], item)).not.toContain(text);
        const after = await textsIn(['paragraph', `${forbids}:`], item, ['paragraph', `${between}:`], item);
        expect(after).not.toContain(text);
      }),
      { numRuns: 40 },
    );
  });

  it('leave open the paragraphs right below a label that forbids, up to one that asks', async () => {
    const texts = ['Please don’t:', 'Name the rival.', 'Name the debts.', 'Do:', 'Name the month.', 'Name the hall.'];
    expect(await textsIn(...texts.map((text) => ['paragraph', text] as const))).toEqual([
      'Name the month.',
      'Name the hall.',
    ]);
  });

  it('end where a lead-in names a topic', async () => {
    const item = ['list-item', 'Name the month.'] as const;
    for (const topic of ['Must-haves:', 'Layout:', 'Style'])
      expect(
        await textsIn(['paragraph', 'Please avoid:'], ['list-item', 'Jargon'], ['paragraph', topic], item),
      ).toEqual(['Avoid jargon.', 'Name the month.']);
  });

  it('cover what follows in the block, up to the next label', async () => {
    for (const label of ['Wrong.', 'Never.', 'Bad example:', 'Don’t:'])
      expect(
        await textsIn(['paragraph', `${label} Name the rival. Name the debts. Voice: Use the active voice.`]),
      ).not.toContain('Name the debts.');
    expect(await textsIn(['paragraph', 'Wrong: Name the rival. Voice: Name the month. Name the hall.'])).toEqual([
      'In the part “Voice”, name the month.',
      'Name the hall.',
    ]);
    expect(await textsIn(['paragraph', 'The trick is simple: name the month. Name the hall.'])).toEqual([
      'Name the month.',
      'Name the hall.',
    ]);
  });

  it('are left out, but for those that judge what follows', async () => {
    for (const label of ['Currency', 'Capital letters', 'Quick win', 'How to do it', 'Actionable'])
      expect(await textsIn(['list-item', `${label}: Name the month.`])).toEqual(['Name the month.']);
    for (const judged of ['Common mistake', 'Weak', 'Not so good', 'Myth', 'Forbidden'])
      expect(await textsIn(['list-item', `${judged}: Name the month.`])).toEqual([]);
  });

  it('are heard before the subject of “should”', async () => {
    for (const subject of ['No report', 'Hardly any report', 'A bad report'])
      expect(await textsIn(['paragraph', `${subject} should name the rival in the title.`])).toEqual([]);
  });

  it('take no second first-level heading for the title', async () => {
    const page = pageOf(
      'Reports',
      ['heading', 'Reports'],
      ['heading', 'What we never want'],
      ['list-item', 'Name the rival.'],
    );
    const blocks = page.blocks.map((block) => ({ ...block, level: 1 }));
    expect(await adviceIn({ ...page, blocks })).toEqual([]);
  });

  it.each(['How to avoid common mistakes', 'Learning from mistakes', 'Common myths', 'Bad habits'])(
    'do not say under “%s” whether items are faults',
    async (heading) => {
      const items = [
        ['list-item', 'Naming the month'],
        ['list-item', 'Name the month.'],
      ] as const;
      expect(await textsIn(['heading', heading], ...items)).toEqual([]);
    },
  );

  it('hear “not” in capitals', async () => {
    const [advice] = await adviceIn(
      pageOf('Reports', ['heading', 'Never'], ['list-item', 'Try NOT to name the rival.']),
    );
    expect(advice?.text).toBe('Try NOT to name the rival.');
  });
});
