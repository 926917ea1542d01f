import { describe, expect, it } from 'vitest';
import { hopelessBecause } from '../../../src/engines/model/hopeless-page.ts';
import { guide, pageOf } from './pages.ts';

const queries = ['how to write a press release'];
const NEWS =
  'The harbour was rebuilt after the storm and the population grew within a decade of the press reports.';

describe('hopelessBecause', () => {
  it('lets guides pass, long or short, whatever form their advice has', () => {
    expect(hopelessBecause(guide(1), queries)).toBeNull();
    const asked = [
      'Is the news in the first line?',
      'Does the release name a contact you can call?',
      'Are your quotes short?',
    ];
    expect(hopelessBecause(pageOf([...asked.map((item) => `- ${item}`), NEWS, NEWS]), queries)).toBeNull();
  });

  it('judges no page by English words that is in another language', () => {
    const german =
      'Die Meldung nennt zuerst, was geschehen ist, und erst danach, wer davon etwas hat und warum.';
    const page = pageOf([german, german, german, german]);
    expect(hopelessBecause(page, ['wie man eine Pressemeldung schreibt'])).not.toBeNull();
    expect(hopelessBecause({ ...page, language: 'deu' }, ['Pressemeldung schreiben'])).toBeNull();
  });

  it.each([
    ['nearly nothing', pageOf(['Keep the release short.']), 'fewer than 40 words'],
    ['no advice', pageOf([NEWS, NEWS, NEWS, NEWS]), 'read like advice'],
    [
      'nothing in common with the queries',
      pageOf(
        Array.from({ length: 9 }, () => 'Stir the soup slowly and keep it warm.'),
        { title: 'Soup' },
      ),
      'not one word in common',
    ],
  ])('rules out a page with %s, and says why', (_what, page, reason) => {
    expect(hopelessBecause(page, queries)).toContain(reason);
  });
});
