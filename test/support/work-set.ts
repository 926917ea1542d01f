/** A set as large as real ones, and drafts to judge by it: pages are measured and looked at with it. */
import { numbered, rankCriteria } from '../../src/discover/filter-and-rank.ts';
import { criteriaSetId } from '../../src/discover/set-id.ts';
import { CriteriaSet, CriteriaSetContent } from '../../src/domain/criteria-set.ts';
import { criteriaSetFixture, type CriterionSpec, type GuideSpec, type SetFixture } from './criteria-set.ts';

const VERBS = ['name', 'show', 'prove', 'open with', 'close with', 'leave out', 'avoid', 'compare', 'explain', 'date'];
const OBJECTS = [
  'the ward where the applicant trained, and for how long',
  'one patient whom the applicant helped, with what was done and what came of it',
  'a figure for each claim',
  'why this hospital and no other',
  'the certificate that the advertisement asks for',
  'clichés about passion and dedication',
  'what the applicant wants to learn in the first year',
];
const TEXTS = VERBS.flatMap((verb) => OBJECTS.map((object) => `${verb} ${object}`));

/** @param instruction sets with different ones have different ids */
export function workSet(
  count = 67,
  instruction = 'Write a cover letter for a first job in nursing at a children’s hospital, at most one page',
): SetFixture {
  const quotesOf = (at: number) => 1 + ((at * 7) % 3) + (at % 4 === 0 ? 1 : 0);
  const guideCount = 12;
  const sentences = Array.from({ length: guideCount }, (): string[] => []);
  const criteria = Array.from({ length: count }, (_, at): CriterionSpec => {
    const text = TEXTS[at % TEXTS.length] ?? '';
    const quotes = Array.from({ length: quotesOf(at) }, (_each, place) => {
      const guide = (at * 5 + place * 3) % guideCount;
      const quote = `Good letters ${text}, says the ${at + 1}. rule of reader ${place + 1}.`;
      sentences[guide]?.push(quote);
      return [guide, quote] as const;
    });
    const score = at % 29 === 28 ? null : Math.max(0, Math.round((95 - at) * 10) / 100);
    return { text, score, explicit: at % 11 === 3, quotes };
  });
  const kept = sentences.map((said, at): GuideSpec => ({
    url: `https://guide${at + 1}.example/letters/how-to-write-a-cover-letter-that-is-read`,
    title: `How to write a cover letter that is read to its end, part ${at + 1}`,
    via: 'web',
    site: `Careers desk ${at + 1}`,
    expertise: 3 + (at % 3),
    text: said.length === 0 ? 'A letter has one page.' : said.join(' Readers differ in this. '),
  }));
  const dropped = Array.from({ length: 18 }, (_, at): GuideSpec => ({
    url: `https://shop${at + 1}.example/templates`,
    title: `Template ${at + 1}`,
    via: 'web',
    expertise: 1,
    text: `Buy template ${at + 1} now.`,
    dropped: { decision: 'low-expertise', reason: 'Expertise 1 is below 3.' },
  }));
  const { set, pages } = criteriaSetFixture({ instruction, guides: [...kept, ...dropped], criteria });
  const described = set.content.criteria.map((criterion, at) => ({
    ...criterion,
    ...(/avoid|leave out/u.test(criterion.text) ? { fault: true as const } : {}),
    relevance:
      criterion.relevance.status === 'scored'
        ? { ...criterion.relevance, value: 4 + (at % 3), missed: at % 10 }
        : criterion.relevance,
  }));
  const content = CriteriaSetContent.parse({ ...set.content, criteria: numbered(rankCriteria(described)) });
  return { set: CriteriaSet.parse({ ...set, id: criteriaSetId(content), content }), pages };
}
