import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recognizeCheck } from '../../../src/judge/checks/recognize-check.ts';
import { runCheck } from '../../../src/judge/checks/run-check.ts';

const Countable = z.object({
  wording: z.string(),
  countable: z.literal(true),
  meets: z.array(z.string()).min(1),
  justMisses: z.array(z.string()),
  plainlyMisses: z.array(z.string()),
});
const NotCountable = z.object({ wording: z.string(), countable: z.literal(false) });

const cases = readFileSync(new URL('countable.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => z.union([Countable, NotCountable]).parse(JSON.parse(line)));
const countable = cases.filter((entry) => entry.countable);
const recognised = countable.flatMap((entry) => {
  const check = recognizeCheck(entry.wording);
  return check === null ? [] : [{ ...entry, check }];
});

describe('wordings written without sight of the code', () => {
  it('are recognised, at least 85 % of them', () => {
    expect(recognised.length / countable.length).toBeGreaterThanOrEqual(0.85);
  });

  it.each(recognised)('are decided rightly: $wording', ({ check, meets, justMisses, plainlyMisses }) => {
    const met = (text: string): boolean | null => runCheck(check, text).met;
    expect(meets.filter((text) => !met(text))).toEqual([]);
    expect([...justMisses, ...plainlyMisses].filter((text) => met(text) !== false)).toEqual([]);
  });

  it('are left alone where they are not countable', () => {
    const others = cases.filter((entry) => !entry.countable).map((entry) => entry.wording);
    expect(others.filter((wording) => recognizeCheck(wording) !== null)).toEqual([]);
  });
});
