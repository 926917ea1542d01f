/** Reports of judgements: what was judged is hostile, and stays text in every format. */
import { parseHTML } from 'linkedom';
import { marked } from 'marked';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderJudgements } from '../../src/report/judgement.ts';
import { markedPieces } from '../../src/report/text-pieces.ts';
import { percent } from '../../src/report/words.ts';
import type { Judgement, Verdict } from '../../src/domain/judgement.ts';
import { Judgement as JudgementSchema } from '../../src/domain/judgement.ts';
import { tallyPanel } from '../../src/judge/panel.ts';
import { scoreOf } from '../../src/metrics/scores.ts';
import { passRateOf } from '../../src/judge/pass-rate.ts';
import { checklist, item } from '../support/checklist.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { HOSTILE_RESPONSES } from '../support/hostile-responses.ts';
import { layout } from './layout.ts';

type Scored = Extract<Verdict, { status: 'scored' }>;

function scored(changes: Partial<Scored> = {}): Scored {
  return {
    status: 'scored',
    answer: 'yes',
    by: 'model',
    reason: 'It does.',
    quotes: [],
    votes: { yes: 1, no: 0, notApplicable: 0, unscored: 0 },
    voteShare: 1,
    yesProbability: null,
    ...changes,
  };
}

function judgement(
  verdicts: readonly Verdict[],
  { response = 'A short note.', name = 'note.txt', text }: { response?: string; name?: string; text?: string } = {},
): Judgement {
  const items = verdicts.map((_, index) =>
    item(index + 1, {
      weight: Math.max(0, 100 - 50 * index),
      categories: [],
      ...(text === undefined ? {} : { text, question: text }),
    }),
  );
  const own = items.map(({ id }, index) => ({ itemId: id, verdict: verdicts[index]! }));
  return JudgementSchema.parse({
    name,
    response,
    checklist: checklist(items),
    verdicts: own,
    passRate: passRateOf(items, own),
    warnings: [],
    judge: { model: 'scripted', prompts: {} },
    usage: [],
  });
}

const HOSTILE = [
  ...Object.values(HOSTILE_RESPONSES),
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style></script><script>alert(1)</script>',
  '| a | b |\n|---|---|\n[x](javascript:alert(1)) ![y](http://a.example/b.png)',
  '&lt;b&gt; &amp; &#60;',
];

/** Everywhere where a response, a model or a file has a say. */
function hostileJudgement(text: string): Judgement {
  const quotes = text === '' ? [] : [{ quote: text, start: 0, end: text.length }];
  const made = judgement([scored({ reason: text, quotes }), { status: 'unscored', reason: text, votes: null }], {
    response: text,
    name: text,
    text,
  });
  return {
    ...made,
    warnings: [text],
    judge: { model: text, prompts: {} },
    checklist: { ...made.checklist, task: { instruction: text, context: null } },
  };
}

describe('the HTML report', () => {
  const plain = 'Plain words.';

  it.each(HOSTILE)('makes no element and no attribute of what was judged: %j', async (text) => {
    const parse = async (of: string) =>
      parseHTML(await renderJudgements([hostileJudgement(of)], 'html', layout(100))).document;
    const shape = (document: Document) =>
      [...document.querySelectorAll('*')].map((element) =>
        [element.localName, ...[...element.attributes].map(({ name }) => name)].join(' '),
      );
    const hostile = await parse(text);
    expect(shape(hostile)).toEqual(shape(await parse(plain)));
    expect(hostile.querySelector('.text')?.textContent.replace(/[\u2400-\u2426\ufffd\n]/gu, '')).toContain(
      text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(0, 5),
    );
  });

  it('stands alone: no script, nothing to fetch, and a policy that forbids both', async () => {
    const html = await renderJudgements([hostileJudgement(plain)], 'html', layout(100));
    const { document } = parseHTML(html);
    expect(document.querySelectorAll('script, link, img, iframe, form, object').length).toBe(0);
    expect(html).not.toMatch(/url\(|@import|src=/u);
    expect(document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content')).toMatch(
      /^default-src 'none'/u,
    );
  });

  it('shows the rate, each verdict with its analysis, and its quotes marked in the response', async () => {
    const response = 'Come at noon.\nBring a chair.';
    const made = judgement(
      [
        scored({ quotes: [{ quote: 'at noon', start: 5, end: 12 }], reason: 'It says when.' }),
        scored({ answer: 'no', reason: 'It gives no place.', by: 'code', votes: null, voteShare: null }),
      ],
      { response },
    );
    const html = await renderJudgements([made], 'html', layout(100));
    const { document } = parseHTML(html);
    expect(document.querySelector('td .strong')?.textContent).toBe('50 %');
    expect([...document.querySelectorAll('summary span')].map((sign) => sign.textContent)).toEqual(['yes', 'no']);
    const [mark] = document.querySelectorAll('mark');
    expect([mark?.textContent, mark?.getAttribute('title')]).toEqual(['at noon', 'i1']);
    expect(document.querySelector('a')?.getAttribute('href')).toBe(`#${mark?.id ?? ''}`);
    expect(document.querySelector('.text')?.textContent).toBe(response);
    expect(html).toContain('It gives no place.');
    expect(html).toContain('checked by code');
  });
});

describe('the Markdown report', () => {
  it.each(HOSTILE.map((text, index) => [index, text] as const))(
    'has the same shape whatever was judged (%i)',
    async (_index, text) => {
      const shape = async (of: string) => {
        const tokens = marked.lexer(await renderJudgements([hostileJudgement(of)], 'markdown', layout(100)));
        const kinds: string[] = [];
        void marked.walkTokens(tokens, ({ type, raw }) => {
          if (type === 'html') expect(raw.trim()).toMatch(/^<(?:\/?mark|a id="[\w-]+"|\/a)>$/u);
          // A response is quoted line by line.
          if (!['text', 'escape', 'space', 'paragraph'].includes(type) && kinds.at(-1) !== type) kinds.push(type);
        });
        return kinds;
      };
      expect(await shape(text)).toEqual(await shape('Plain words.'));
    },
  );
});

describe('tables and JSON', () => {
  it('let no control sequence through', async () => {
    for (const text of HOSTILE)
      for (const format of ['table', 'json'] as const) {
        const printed = await renderJudgements([hostileJudgement(text)], format, layout(100));
        // oxlint-disable-next-line no-control-regex -- they are what must not be there
        expect(printed).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u206f]/u);
      }
  });

  it('the table says who decided, how sure, and what is open', async () => {
    const votes = { yes: 2, no: 1, notApplicable: 0, unscored: 1 };
    const table = await renderJudgements(
      [
        judgement([
          scored({ votes, voteShare: 2 / 3, yesProbability: 0.875 }),
          scored({ answer: 'no', by: 'code', reason: '80 words; at most 50 wanted', votes: null }),
          { status: 'unscored', reason: 'The votes are tied.', votes },
        ]),
      ],
      'table',
      layout(100),
    );
    expect(table).toMatch(/i1 +yes .*It does\. \(2 of 4 votes, P\(yes\)/u);
    expect(table).toMatch(/i2 +no .*80 words; at most 50 wanted/u);
    expect(table).toMatch(/i3 +unscored /u);
    expect(table).toMatch(/pass rate +50 % .*1 of 2 met; 1 unscored/u);
    expect(table).toMatch(/weighted +66\.7 %/u);
  });

  it('counts a member of a panel whose own votes tied among those that were asked', async () => {
    const votes = { yes: 1, no: 1, notApplicable: 0, unscored: 0 };
    const tied: Verdict = { status: 'unscored', reason: 'The votes are tied.', votes };
    const panel = tallyPanel([scored(), tied].map((verdict, at) => ({ model: `m${at}`, verdict })));
    const table = await renderJudgements([judgement([panel])], 'table', layout(100));
    expect(table).toContain('It does. (1 of 2 votes)');
  });

  it('several responses have a rate together', async () => {
    const both = [judgement([scored()]), judgement([scored({ answer: 'no' }), scored({ answer: 'no' })])];
    expect(await renderJudgements(both, 'table', layout(100))).toContain('33.3 % of all items of 2 responses');
    const json: unknown = JSON.parse(await renderJudgements(both, 'json', layout(100)));
    expect(json).toMatchObject({ overall: { responses: 2, rate: 1 / 3 }, judgements: [{}, {}] });
  });

  it('a bar shows as open what is unscored', async () => {
    const open: Verdict = { status: 'unscored', reason: 'No model.', votes: null };
    const print = (verdicts: readonly Verdict[]) => renderJudgements([judgement(verdicts)], 'table', layout(100));
    expect(await print([scored(), scored(), ...Array<Verdict>(8).fill(open)])).toMatch(
      /pass rate +20–100 % +██░{8} +2 of 2 met; 8 unscored/u,
    );
    expect(await print([scored(), scored({ answer: 'no' })])).toMatch(/pass rate +50 % +█████ {7}1 of 2 met$/mu);
    expect(await print([open])).toMatch(/pass rate +– +░{10} /u);
    const html = await renderJudgements([judgement([scored(), open])], 'html', layout(100));
    expect(html).toContain(
      '<rect class="good" x="0.0" width="50.0" height="14"/><rect class="open" x="50.0" width="50.0"',
    );
  });
});

it('a fault is shown as its yes has it, in every form', async () => {
  const fault = { ...judgement([scored()]) };
  const [first] = fault.checklist.items;
  const items = first === undefined ? [] : [{ ...first, text: 'It uses emoji.', weight: -20 }];
  const one = { ...fault, checklist: { ...fault.checklist, items } };
  for (const format of ['table', 'markdown', 'html', 'csv', 'junit'] as const)
    for (const drafts of [[one], [one, one]])
      expect(await renderJudgements(drafts, format, layout(100)), format).toContain('Free of: It uses emoji.');
});

it('a record from before points below 0 meant a stated fault is read, and shown as it was meant', async () => {
  const text = 'Is the note free of emoji?';
  const fault = judgement([scored()]);
  const items = fault.checklist.items.slice(0, 1).map((each) => ({ ...each, text, question: text, weight: -50 }));
  const old = JudgementSchema.parse({ ...fault, checklist: { ...fault.checklist, items } });
  const shown = await renderJudgements([old], 'table', layout(100));
  expect(shown).toContain(text);
  expect(shown).not.toContain('Free of:');
});

it('no rate by a score stands over the few items that have a verdict where nobody can say its range', async () => {
  const open: Verdict = { status: 'unscored', reason: 'No model.', votes: null };
  const one = judgement([scored(), open, open, open]);
  const items = one.checklist.items.map((each, at) => (at === 0 ? { ...each, importance: 'optional' as const } : each));
  const score = scoreOf('rar-explicit', items, one.verdicts);
  expect([score.value, score.lowest]).toEqual([1, null]);
  const rated = { ...one, checklist: { ...one.checklist, items }, score };
  expect(await renderJudgements([rated], 'table', layout(100))).toMatch(/by importance +–/u);
});

describe('several responses', () => {
  const open: Verdict = { status: 'unscored', reason: 'No model.', votes: null };
  const both = [
    judgement([scored({ reason: 'It does so.' }), open], { name: 'a.md' }),
    judgement([scored({ answer: 'no', reason: 'It does not.' }), scored()], { name: 'b.md' }),
  ];

  it('are one table of items by responses, the rates below', async () => {
    expect(await renderJudgements(both, 'table', layout(100))).toMatchInlineSnapshot(`
      "Judgement: 2 responses
      Write a note to the neighbours about a street party

      #   Criterion                                  a.md    b.md
      i1  The response should have quality 1.         yes      no
      i2  The response should have quality 2.           –     yes
          met                                      1 of 1  1 of 2
          unscored (–)                                  1       0
          pass rate                              50–100 %    50 %
          weighted                             66.7–100 %  33.3 %

      66.7 % of all items of 2 responses (DRFR, decomposed requirements following ratio)
      Reasons and quotes: --format markdown or html, or judge one response alone (answers that are kept
      cost nothing).
      "
    `);
  });

  it.each([80, 120])('are numbered where their names are long, and fit into %i columns', async (columns) => {
    const names = Array.from({ length: 9 }, (_, at) => `drafts/a-long-name-${at + 1}.md`);
    const nine = names.map((name) => judgement([scored(), open], { name }));
    const shown = await renderJudgements(nine, 'table', layout(columns));
    expect(shown).toMatch(/^ ?# +Criterion +1 +2 +3 +4 +5 +6 +7 +8 +9$/mu);
    expect(shown).toMatch(/^i1 +The response should .*(?: +yes){9}$/mu);
    for (const [at, name] of names.entries()) expect(shown).toContain(`${at + 1}  ${name}  1 of 1`);
    expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
  });

  it('lead from each verdict to its reason, in Markdown and HTML', async () => {
    const markdown = await renderJudgements(both, 'markdown', layout(100));
    const { document } = parseHTML(await renderJudgements(both, 'html', layout(100)));
    const targets = [...document.querySelectorAll('table a')].map((link) => link.getAttribute('href') ?? '');
    expect(targets).toHaveLength(4);
    for (const [index, target] of targets.entries()) {
      const reason = ['It does so.', 'It does not.', 'No model.', 'It does.'][index] ?? '';
      expect(document.getElementById(target.slice(1))?.textContent).toContain(reason);
      expect(markdown).toContain(`<a id="${target.slice(1)}"></a>`);
    }
    expect(document.querySelectorAll('table')[0]?.querySelectorAll('thead th')).toHaveLength(4);
    expect(markdown).toMatch(/^\| \\# \| Criterion \| a\.md \| b\.md \|$/mu);
  });
});

describe('what an unmet item rests on', () => {
  const evidence = criteriaSetFixture().set.content.criteria.flatMap((criterion) => criterion.evidence);
  const [first] = evidence;
  if (first === undefined) throw new Error('The set has evidence.');
  const best = {
    ...first,
    quote: 'Say when you start.',
    site: 'Letters',
    link: 'https://letters.example/#:~:text=Say',
  };
  const worse = { ...first, quote: 'Worse.', expertise: 1 };
  const unkept = { ...first, quote: 'Supplied.', via: 'provider' as const, expertise: 5 };
  const made = judgement([scored({ answer: 'no' }), scored(), scored({ answer: 'no' }), scored({ answer: 'no' })]);
  const grounded = (changes: object, index: number) => ({ ...made.checklist.items[index]!, ...changes });
  const items = [
    grounded({ evidence: [worse, { ...unkept, expertise: 5 }, { ...best, expertise: 4 }] }, 0),
    grounded({ evidence: [best] }, 1),
    grounded({ evidence: [best], formerText: 'It said something else.' }, 2),
    grounded({ evidence: [unkept] }, 3),
  ];
  const judged = { ...made, checklist: { ...made.checklist, items } };

  it.each(['table', 'markdown', 'html', 'json'] as const)(
    'stands in %s: quote, site and link, of the best',
    async (format) => {
      const printed = await renderJudgements([judged], format, layout(100));
      for (const part of ['Say when you start.', 'Letters', 'https://letters.example/#:~:text=Say'])
        expect(printed).toContain(part);
      // As JSON the whole checklist stands beside, with all of its evidence.
      if (format !== 'json') expect(printed).not.toMatch(/Worse\.|Supplied\./u);
    },
  );

  it('is said of no met item, and of none that a person reworded', async () => {
    const json = JSON.parse(await renderJudgements([judged], 'json', layout(100))) as {
      judgements: { restsOn: object }[];
    };
    expect(Object.keys(json.judgements[0]!.restsOn)).toEqual(['i1']);
  });
});

describe('figures', () => {
  it('a rate is 100 % only where all is met', () => {
    expect([1, 0.9999, 2 / 3, 0.0001, 0, null].map(percent)).toEqual([
      ...['100 %', '99.9 %', '66.7 %', '0.1 %', '0 %', '–'],
    ]);
  });

  it('pieces of a response put together are the response, and each is quoted as a whole or not at all', () => {
    const span = fc.tuple(fc.nat(30), fc.nat(30));
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), fc.array(span, { maxLength: 5 }), (response, spans) => {
        const verdicts = spans.map(([a, b]) => {
          const [start, end] = [Math.min(a, b) % response.length, response.length];
          return scored({ quotes: [{ quote: response.slice(start, end), start, end }] });
        });
        const own = verdicts.map((verdict, index) => ({ itemId: item(index + 1).id, verdict }));
        const pieces = markedPieces({ response, verdicts: own }, () => 'good', '');
        expect(pieces.map(({ text }) => text).join('')).toBe(response);
        let start = 0;
        for (const { text, by = '' } of pieces) {
          const end = start + text.length;
          const quoting = own.filter(({ verdict }) =>
            verdict.quotes.some((quote) => quote.start <= start && quote.end >= end),
          );
          expect(by).toBe(quoting.map(({ itemId }) => itemId).join(', '));
          start = end;
        }
      }),
    );
  });
});
