/** The options of protocols, and which protocol takes which. */
import { z } from 'zod';
import { DEFAULT_CHECKLIST_POLICY } from '../../domain/checklist-policies.ts';
import { InputError } from '../../domain/errors.ts';
import { DIMENSION_SOURCES } from '../../domain/protocols.ts';
import { GivenScale, scaleOf, type Scale } from '../../domain/scale.ts';
import { parseInOurWords } from '../../text/issue-words.ts';
import { Basics } from './basic-dimensions.ts';
import { parseOwnPrompt, type OwnPrompt } from './own-prompt.ts';
import { ITEMS_PER_BATCH, MAX_DIMENSIONS } from '../judge-options.ts';

export interface ProtocolOptions {
  /** True: where no reference is given, the role `write-reference` writes one. */
  readonly writeReference: boolean;
  /** True: the judge may call two responses equal. */
  readonly ties: boolean;
  /** False: a pair is shown in the order given alone, as the figures of the papers were made. */
  readonly bothOrders: boolean;
  /** Dimensions to start from, such as one of the basic three alone (CAMIEval, table 12) or SummEval's (table 4); null: the three. */
  readonly basics: Basics | null;
  /** False: the basic three are asked in general, without ConcreteCoT (CAMIEval, table 3). */
  readonly concrete: boolean;
  /** Dimensions beyond those (CAMIEval, N). */
  readonly dimensions: number;
  readonly dimensionsFrom: (typeof DIMENSION_SOURCES)[number];
  /** Whether a model is chosen for the role `weak`: else the judge's own model writes the weak output. */
  readonly hasWeakModel: boolean;
  /** True: the judge is asked to think its decision over (CAMIEval, interference). */
  readonly reconsider: boolean;
  /** The inconsistency from which on the checklist is used (checklist study, §5.1); null: always. */
  readonly selective: number | null;
  /** A scale of the user's own; null: the protocol's. */
  readonly scale: Scale | null;
  /** A prompt of the user's own; null: ours. */
  readonly prompt: OwnPrompt | null;
}

/** `reference`: it can be shown one; `analysis`: it can be asked for a bare answer. */
export type Feature =
  'reference' | 'ties' | 'one-order' | 'dimensions' | 'reconsider' | 'analysis' | 'selective' | 'scale' | 'prompt';

/** The best N with GPT-4o as the judge (CAMIEval, table 8); with Qwen2.5-72B it was 5. */
export const CONTRAST_DIMENSIONS = 3;

/** What a caller may choose; absent: the default. */
export type Chosen = {
  readonly [Name in Exclude<keyof ProtocolOptions, 'hasWeakModel' | 'scale' | 'prompt'>]?:
    ProtocolOptions[Name] | undefined;
} & {
  /** Whole numbers from `min` to `max`, or `levels` from the worst to the best. */
  readonly scale?: GivenScale | undefined;
  /** The text of a grader prompt, as docs/protocols.md describes it. */
  readonly prompt?: string | undefined;
  readonly analysis?: boolean | undefined;
  /** A good response to compare with. */
  readonly reference?: string | null | undefined;
};

/** What a protocol says of itself that decides which options it takes. */
export interface Taking {
  readonly takes: readonly Feature[];
  readonly usesChecklist: boolean;
  /** True: it judges items one by one. */
  readonly judgesItems: boolean;
}

const anything = z.unknown();

/** The options by the features that need them. */
const OPTIONS = {
  reference: { reference: anything, writeReference: anything },
  ties: { ties: anything },
  'one-order': { bothOrders: anything },
  dimensions: {
    dimensions: z.number().refine((value) => Number.isInteger(value) && value >= 0 && value <= MAX_DIMENSIONS, {
      error: ({ input }) => `must be a whole number from 0 to ${MAX_DIMENSIONS}; it is ${String(input)}`,
    }),
    dimensionsFrom: z.enum(DIMENSION_SOURCES),
    basics: Basics,
    concrete: anything,
  },
  reconsider: { reconsider: anything },
  analysis: { analysis: anything },
  selective: {
    selective: z.custom<number>((value) => typeof value === 'number' && value > 0, {
      error: ({ input }) => `must be a number above 0; it is ${String(input)}`,
    }),
  },
  scale: { scale: GivenScale },
  prompt: { prompt: z.string().min(1) },
  checklist: { checklist: anything, set: anything, top: anything, policy: anything },
  items: { itemsPerCall: anything, codeChecks: anything, checks: anything, seed: anything },
};

type OptionName = { [Name in keyof typeof OPTIONS]: keyof (typeof OPTIONS)[Name] }[keyof typeof OPTIONS];
export type ProtocolChoices = Readonly<Partial<Record<OptionName, unknown>>>;

const OPTION_NAMES = Object.values(OPTIONS).flatMap((shape) => Object.keys(shape) as OptionName[]);

/** An option with its default value counts as not chosen. */
const DEFAULTS: ProtocolChoices = {
  writeReference: false,
  ties: false,
  bothOrders: true,
  reconsider: false,
  concrete: true,
  analysis: true,
  policy: DEFAULT_CHECKLIST_POLICY,
  itemsPerCall: ITEMS_PER_BATCH,
  codeChecks: true,
};

function schemaOf({ takes, usesChecklist, judgesItems }: Taking) {
  const features = [
    ...takes,
    ...(usesChecklist ? ['checklist' as const] : []),
    ...(judgesItems ? ['items' as const] : []),
  ];
  const shapes = features.map((feature): Readonly<Record<string, z.ZodType>> => OPTIONS[feature]);
  return z.strictObject(Object.assign({}, ...shapes) as Record<string, z.ZodType>).partial();
}

/**
 * @param callOption how messages name an option
 * @throws InputError where an option has no effect with the protocol, or its value is out of bounds
 */
export function requireTaken(
  protocol: string,
  taking: Taking,
  chosen: ProtocolChoices,
  callOption: (name: string) => string = (name) => `The option “${name}”`,
): void {
  const wanted = OPTION_NAMES.filter((name) => chosen[name] != null && chosen[name] !== DEFAULTS[name]);
  const parsed = parseInOurWords(schemaOf(taking), Object.fromEntries(wanted.map((name) => [name, chosen[name]])));
  const [issue] = parsed.error?.issues ?? [];
  if (issue === undefined) return;
  if (issue.code !== 'unrecognized_keys') throw new InputError(`${callOption(issue.path.join('.'))} ${issue.message}.`);
  throw new InputError(`${callOption(issue.keys[0] ?? '')} has no effect with the protocol ${protocol}.`, {
    advice: 'Leave it out, or choose another protocol: “npx groundrule protocols” lists what each takes.',
  });
}

/**
 * @param weakDimensions how many further dimensions there are by default where a model is chosen for the role `weak`: without
 *   one they did not pay for each judge (CAMIEval, table 9), so there are none
 * @throws InputError as `requireTaken`
 */
export function protocolOptionsOf(
  protocol: string,
  { takes, weakDimensions = 0 }: { readonly takes: readonly Feature[]; readonly weakDimensions?: number },
  chosen: Chosen,
  hasWeakModel: boolean,
): ProtocolOptions {
  // Library callers may give a checklist, or say how items are judged, for any protocol.
  requireTaken(protocol, { takes, usesChecklist: true, judgesItems: true }, chosen);
  const { writeReference = false, ties = false, bothOrders = true, reconsider = false } = chosen;
  const { dimensionsFrom = 'contrast', basics = null, concrete = true, selective = null } = chosen;
  const preset = hasWeakModel && dimensionsFrom === 'contrast' ? weakDimensions : 0;
  const { dimensions = preset } = chosen;
  const ofDimensions = { basics, concrete, dimensions, dimensionsFrom, hasWeakModel };
  const scale = chosen.scale == null ? null : scaleOf(chosen.scale);
  const prompt = ownPromptFor(protocol, takes, chosen.prompt);
  if (writeReference && prompt !== null && !prompt.prompt.variables.includes('reference'))
    throw new InputError('A reference would be written, and the prompt does not show it.', {
      advice: 'Add {{reference}} to the prompt, or leave “writeReference” (--write-reference) out.',
    });
  return { writeReference, ties, bothOrders, ...ofDimensions, reconsider, selective, scale, prompt };
}

/** The protocols by a prompt of the user's own cannot do without one, and it has to be for as many responses as they show. */
function ownPromptFor(protocol: string, takes: readonly Feature[], text: string | undefined): OwnPrompt | null {
  if (text == null) {
    if (!takes.includes('prompt')) return null;
    throw new InputError(`The protocol ${protocol} needs a prompt of your own.`, {
      advice:
        'Give the text of a Markdown file as docs/protocols.md describes it; on the command line --protocol FILE.md.',
    });
  }
  const prompt = parseOwnPrompt(text, 'The prompt');
  if (protocolOf(prompt) === protocol) return prompt;
  throw new InputError(`The prompt is for the protocol ${protocolOf(prompt)}, not for ${protocol}.`);
}

export function protocolOf({ scale }: Pick<OwnPrompt, 'scale'>): 'own-grade' | 'own-choice' {
  return scale === null ? 'own-choice' : 'own-grade';
}
