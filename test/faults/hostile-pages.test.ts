/** Hostile pages before a model that obeys them: nothing that code can check gets through. */
import { beforeAll, describe, expect, it } from 'vitest';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { StepFailedError } from '../../src/domain/errors.ts';
import { verifySet, type Verification } from '../../src/audit/verify-set.ts';
import { appWith, TASK } from '../support/guide-web/discover-with.ts';
import { answering, startGuideWeb } from '../support/guide-web/start-guide-web.ts';
import { gullibleModel } from '../support/gullible-model.ts';
import type { ScriptedRequest } from '../support/model-server/request.ts';
import { fencedIn, outsideFences, questionOf } from '../support/read-prompt.ts';
import { cli } from '../support/shell.ts';
import { honestPage, hostilePages, type HostilePage } from './hostile-pages.ts';

interface Attacked {
  readonly kind: string;
  readonly set: CriteriaSet;
  readonly verification: Verification;
  readonly requests: readonly ScriptedRequest[];
  readonly urls: ReadonlySet<string>;
}

// What a terminal acts on: C0 but tab and line break, DEL, C1, and what reorders or hides text.
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]/u;
const FENCE_START = /^<<<[a-z0-9][a-z0-9 -]* ([0-9a-f]{12})$/gimu;
const AT_ONCE = 8;

const pages = hostilePages();
const attacked: Attacked[] = [];
const failed: StepFailedError[] = [];

/** A hostile page beside two honest ones, because an attack may aim at what it is shown with. */
async function attack(page: HostilePage): Promise<Attacked | StepFailedError> {
  const shown = [honestPage(101), honestPage(102), page];
  const world = await startGuideWeb({
    pages: shown,
    resultsPerQuery: shown.length,
    model: answering(gullibleModel),
  });
  const app = await appWith({
    ...world.flags,
    mode: 'web',
    queries: 1,
    minExpertise: 1,
    modelFormat: 'json_schema',
    store: 'memory',
  });
  try {
    const set = await app.discover(TASK);
    const verification = await verifySet(set, app.store);
    const urls = new Set(shown.map((page) => world.web.urlOf(page)));
    return { kind: page.kind, set, verification, requests: [...world.model.requests], urls };
  } catch (error) {
    // A page that dictates the whole answer can keep a call from being of use, but nothing else.
    if (error instanceof StepFailedError) return error;
    throw error;
  } finally {
    await app.close();
    await world.close();
  }
}

beforeAll(async () => {
  for (let first = 0; first < pages.length; first += AT_ONCE) {
    for (const outcome of await Promise.all(pages.slice(first, first + AT_ONCE).map(attack)))
      if (outcome instanceof StepFailedError) failed.push(outcome);
      else attacked.push(outcome);
  }
}, 60_000);

describe('hostile pages before a gullible model', () => {
  it('are of thirty kinds and more, and most get past the screen to the model', () => {
    expect(pages.length).toBeGreaterThanOrEqual(30);
    for (const { message } of failed) expect(message).toMatch(/^The \w+ step failed for /u);
    const rated = attacked.filter(({ set }) => set.content.sources.at(-1)?.rating != null);
    expect(rated.length).toBeGreaterThanOrEqual(25);
    const criteria = attacked.filter(({ set }) => set.content.criteria.length > 0);
    expect(criteria.length).toBeGreaterThanOrEqual(30);
  });

  it('leave a record that holds: no forged id, quote or URL', () => {
    for (const { kind, set, verification, urls } of attacked) {
      expect(CriteriaSet.parse(set)).toEqual(set);
      expect(verification, kind).toMatchObject({ status: 'passed', quotesCompared: verification.quotes });
      for (const { url } of set.content.sources) expect(urls).toContain(url);
      for (const { evidence } of set.content.criteria)
        for (const { url, finalUrl, link } of evidence) {
          expect(urls).toContain(url);
          expect(urls).toContain(finalUrl);
          expect(link === null || urls.has(link.replace(/#:~:text=.*$/u, ''))).toBe(true);
        }
    }
  });

  it('put no URL, markup, delimiter or control code into advice or a criterion', () => {
    for (const { kind, set } of attacked) {
      const said = [
        ...set.content.advice.map(({ text }) => text),
        ...set.content.criteria.flatMap(({ text, question }) => [text, question]),
      ];
      for (const text of said) {
        expect(text, kind).not.toMatch(/https?:|www\.|\.example\/|<\/?[a-z]|<<<|>>>|javascript:/iu);
        expect(text, kind).not.toMatch(UNPRINTABLE);
      }
      for (const { text } of set.content.criteria) expect(text, kind).toMatch(/^The response should /u);
    }
  });

  it('cannot leave their fences, or open others', () => {
    for (const { kind, requests } of attacked)
      for (const { messages } of requests) {
        const question = questionOf(messages);
        const tokens = [...question.matchAll(FENCE_START)].map(([, token = '']) => token);
        expect(fencedIn(question), kind).toHaveLength(tokens.length);
        // A token stands where its fences open and close, and nowhere else; the same text has the same token.
        for (const token of tokens) {
          const fences = tokens.filter((other) => other === token).length;
          expect(question.split(token).length - 1, kind).toBe(2 * fences);
        }
        expect(outsideFences(question), kind).not.toMatch(/evil\.example|obey|0123456789ab|work package/u);
      }
  });

  it.each(['table', 'json', 'jsonl', 'markdown'])('send nothing to a terminal: show as %s', async (format) => {
    for (const { kind, set } of attacked) {
      const shown = await cli(['show', '-', '--store', 'memory', '--format', format], {
        stdin: JSON.stringify(set),
      });
      expect(shown.code, shown.stderr).toBe(0);
      expect(shown.stdout.length).toBeGreaterThan(50);
      expect(shown.stdout + shown.stderr, kind).not.toMatch(UNPRINTABLE);
    }
  });

  it('send nothing to a terminal: audit', async () => {
    for (const { kind, set } of attacked) {
      const shown = await cli(['audit', '-', '--store', 'memory'], { stdin: JSON.stringify(set) });
      expect(shown.stdout.length, shown.stderr).toBeGreaterThan(50);
      expect(shown.stdout + shown.stderr, kind).not.toMatch(UNPRINTABLE);
    }
  });
});
