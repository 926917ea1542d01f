/** Advice for any text, where no kind of text is plain. */
import { describe, expect, it } from 'vitest';
import { kindLine, readKind } from '../../../src/domain/guide-kind.ts';
import { createOfflineEngine } from '../../../src/engines/offline/engine.ts';
import { BUNDLED_KINDS } from '../../support/bundled-kinds.ts';

const engine = createOfflineEngine(BUNDLED_KINDS);
const withFallback = engine.withFallbackKind?.() ?? engine;
const taskOf = (instruction: string) => ({ instruction, context: null });
const kindBy = (of: typeof engine, instruction: string) => of.kindOf?.(taskOf(instruction)) ?? null;

/** By its words it might be a report, a diary or a note. */
const UNCLEAR = 'harbour, 40 boats, tuesday, crane gone wrong again, 45 min';

describe('the fallback', () => {
  it('answers where no kind is plain, and says so, with the nearest kinds', () => {
    expect(kindBy(engine, UNCLEAR)).toBeNull();
    const kind = kindBy(withFallback, UNCLEAR);
    expect(kind).toEqual({ name: 'any text', by: 'fallback' });
    expect(kind && kindLine(kind)).toBe('kind: not recognised; criteria for any text');
    expect(readKind(withFallback, taskOf(UNCLEAR))).toEqual({ kind, nearest: expect.arrayContaining(['report']) });
  });

  it.each([
    ['a kind is plain', 'Write a eulogy for my uncle', 'eulogy'],
    ['so few words may be an unknown name', 'zorb for mum please', null],
    ['no text is wanted', 'what is 17.5 % of 2,340 split between 6 people', null],
    ['no text is wanted but code', 'Write a Python function that sorts a list', null],
    ['another language is read', 'ein Schild mit drei Zeilen am Tor der alten Schmiede bei uns im Dorf', null],
  ])('stays out where %s: %s', (_why, instruction, name) => {
    expect(kindBy(withFallback, instruction)?.name ?? null).toBe(name);
  });

  it('is found by its name, and asks how a text is written', async () => {
    const named = engine.withKind?.('any text', false) ?? engine;
    expect(kindBy(named, UNCLEAR)).toEqual({ name: 'any text', by: 'option' });
  });
});
