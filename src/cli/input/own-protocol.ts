/** Protocols by name or by a prompt of the user's own, and scales of their own, from files. */
import { InvalidArgumentError } from 'commander';
import { readText } from '../../data/read-text.ts';
import { Protocol, ScoringProtocol } from '../../domain/comparison.ts';
import { InputError } from '../../domain/errors.ts';
import { GivenScale } from '../../domain/scale.ts';
import { fitting, parseStructured } from '../../judge/checklists/parse-structured.ts';
import { MAX_PROMPT_CHARS, parseOwnPrompt } from '../../judge/protocols/own-prompt.ts';
import { protocolOf, type Taking } from '../../judge/protocols/protocol-options.ts';
import { Flag, type ValuesOf } from '../flag.ts';
import type { howToJudgeFlags, protocolFlags } from '../flags.ts';
import { refuseIdleFlags } from '../run-judging.ts';
import type { Session } from '../session.ts';

const OWN: readonly string[] = ['own-grade', 'own-choice'];
const MAX_SCALE_BYTES = 1_000_000;
const PROMPT_FILE = /\.md$/iu;

/** @param syntax ends with `<protocol>` */
export function protocolFlag(syntax: string, meaning: string, protocols: readonly string[]): Flag<string | undefined> {
  const names = protocols.filter((name) => !OWN.includes(name));
  const isKnown = (typed: string) => names.includes(typed) || PROMPT_FILE.test(typed);
  const read = (typed: string) => {
    if (isKnown(typed)) return typed;
    throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}, and a prompt of your own: FILE.md.`);
  };
  const text = `${meaning}; or FILE.md, a prompt of your own (docs/protocols.md)`;
  return new Flag<string | undefined>(syntax, text).choices(names).argParser(read);
}

interface ChosenProtocol<By> {
  readonly by: By;
  /** The text of a prompt of the user's own. */
  readonly prompt: string | undefined;
}

/** @param typed what `protocolFlag` read @throws InputError with the line of what is wrong in the file */
export async function chosenProtocol(session: Session<unknown>, typed: string): Promise<ChosenProtocol<Protocol>> {
  if (!PROMPT_FILE.test(typed)) return { by: Protocol.parse(typed), prompt: undefined };
  const { name, text } = await readText(session, typed, MAX_PROMPT_CHARS);
  return { by: protocolOf(parseOwnPrompt(text, name)), prompt: text };
}

/** For one response. @throws InputError also where the prompt is for two */
export async function chosenScoring(
  session: Session<unknown>,
  typed: string,
): Promise<ChosenProtocol<ScoringProtocol | 'pass-rate'>> {
  const { by, prompt } = await chosenProtocol(session, typed);
  const scoring = ScoringProtocol.safeParse(by);
  if (scoring.success) return { by: scoring.data, prompt };
  if (by === 'pass-rate') return { by, prompt };
  throw new InputError(`${typed} is for two responses (“answer: A/B”), and here each is judged by itself.`, {
    advice: 'Use it with “npx groundrule compare”.',
  });
}

const WANTED = {
  what: 'a scale',
  advice:
    'Give {"min": 0, "max": 10}, or levels from the worst to the best, each with points and perhaps a label and a description.',
};

/** @param file YAML or JSON: an object, or a list of levels @throws InputError with the lines of what is wrong */
async function readScale(session: Session<unknown>, file: string | undefined): Promise<GivenScale | undefined> {
  if (file === undefined) return undefined;
  const { name, text } = await readText(session, file, MAX_SCALE_BYTES);
  const wanted = { name, ...WANTED };
  const parsed = await parseStructured(text, wanted, session.signal);
  if (!Array.isArray(parsed.value)) return fitting(GivenScale, parsed, wanted);
  const asObject = {
    value: { levels: parsed.value as unknown },
    lineOf: (path: readonly PropertyKey[]) => parsed.lineOf(path.slice(1)),
  };
  return fitting(GivenScale, asObject, wanted);
}

type ChoosingFlags = Parameters<typeof refuseIdleFlags>[2] &
  Pick<ValuesOf<typeof howToJudgeFlags>, 'analysis'> &
  Omit<ValuesOf<typeof protocolFlags>, 'reference'>;

/** What the flags choose of a protocol. @throws InputError where it does not take something of it */
export async function protocolChoice(
  session: Session<ChoosingFlags>,
  by: Protocol,
  protocol: Taking,
  prompt: string | undefined,
) {
  const { flags } = session;
  const files = { scale: await readScale(session, flags.scale), prompt };
  refuseIdleFlags(by, protocol, { ...flags, ...files });
  const { selective, writeReference, basics, concrete, dimensions, dimensionsFrom, analysis } = flags;
  return { selective, writeReference, basics, concrete, dimensions, dimensionsFrom, analysis, ...files };
}
