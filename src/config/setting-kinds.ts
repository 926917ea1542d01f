/** What settings there can be: the kinds of their values, their flags, and how each is described. */

export const FLAG_GROUPS = {
  /** Under the title that the command's own flags have. */
  store: undefined,
  ask: 'What to ask:',
  look: 'Where to look:',
  model: 'Model (its key comes from the environment alone, see below):',
  limits: 'Limits on model calls (what was paid for before is kept and never paid again):',
} as const;
export type FlagGroup = keyof typeof FLAG_GROUPS;

/** What has to be there, or the flag would be passed over (refuse-contradictions.ts). */
export type Need =
  ('model' | 'sources' | 'queries' | 'search' | 'page-text-search' | 'own-criteria') | (`search-of-${string}` | 'web');

export interface SettingFlag {
  /** As help shows it: `-l, --library <folder>`. */
  readonly syntax: string;
  readonly group: FlagGroup;
  readonly needs: readonly Need[];
}

interface Described {
  /** As help says it, without a full stop; of one value where the flag is given once for each. */
  readonly meaning: string;
  /** Null: the setting comes from the environment or a config file alone. */
  readonly flag: SettingFlag | null;
  readonly needsTrust: NeedsTrust;
}

/**
 * Whether it counts in the config file of a working folder only where the user trusts the file (config-files.ts), since
 * it says where texts and keys go, what is paid for, or what else is read and written; `outside`: out of that folder.
 */
export type NeedsTrust = 'never' | 'outside' | 'always';

export interface NumberSetting extends Described {
  readonly kind: 'whole';
  /** Inclusive. */
  readonly bounds: { readonly min: number; readonly max: number };
  readonly preset: number;
  readonly unit: string;
}

/** A number for all roles, and others for some. */
export interface RoleNumbersSetting extends Described {
  readonly kind: 'roleNumbers';
  /** Inclusive. */
  readonly bounds: { readonly min: number; readonly max: number };
  readonly isWhole: boolean;
  readonly unset: string;
}

export interface OtherSetting extends Described {
  readonly kind: Exclude<keyof ValueByKind, 'whole' | 'roleNumbers'>;
  /** What holds where no value is given. */
  readonly unset: string;
  readonly choices?: readonly string[];
}

export type Setting = NumberSetting | RoleNumbersSetting | OtherSetting;

/** The value that a setting of each kind has once it is read. */
export interface ValueByKind {
  whole: number;
  amount: number | null;
  count: number | null;
  text: string | null;
  path: string | null;
  choice: string | null;
  date: string | null;
  language: string | null;
  switch: boolean;
  names: readonly string[];
  folders: readonly string[];
  hosts: readonly string[];
  domains: readonly string[];
  addresses: readonly string[];
  roleModels: Readonly<Record<string, string>>;
  /** By role; `all`: that of the others. */
  roleNumbers: Readonly<Record<string, number>>;
}

const KINDS = [
  ...(['amount', 'count', 'text', 'path', 'date', 'language', 'switch'] as const),
  ...(['names', 'folders', 'hosts', 'domains', 'addresses', 'roleModels'] as const),
];
type SettingOf<Kind> = Omit<OtherSetting, 'kind' | 'choices'> & { readonly kind: Kind };

/** What a setting with this flag may be. */
export const settingsWith = (flag: SettingFlag | null, needsTrust: NeedsTrust = 'never') => ({
  ...(Object.fromEntries(
    KINDS.map((kind) => [kind, (unset: string, meaning: string) => ({ kind, unset, meaning, flag, needsTrust })]),
  ) as { readonly [Kind in (typeof KINDS)[number]]: (unset: string, meaning: string) => SettingOf<Kind> }),
  choice: <const Choice extends string>(choices: readonly Choice[], unset: string, meaning: string) => ({
    ...{ kind: 'choice' as const, choices, unset, meaning, flag, needsTrust },
  }),
  whole: (bounds: readonly [min: number, max: number, preset: number], meaning: string, unit = '') => {
    const [min, max, preset] = bounds;
    return { kind: 'whole' as const, bounds: { min, max }, preset, unit, meaning, flag, needsTrust };
  },
  roleNumbers: (bounds: readonly [min: number, max: number], unset: string, meaning: string, isWhole = false) => {
    const [min, max] = bounds;
    return { kind: 'roleNumbers' as const, bounds: { min, max }, isWhole, unset, meaning, flag, needsTrust };
  },
});

/** Flags of a group need what the whole group does, and more of their own. */
export const flagIn =
  (group: FlagGroup, needsTrust: NeedsTrust, ...all: readonly Need[]) =>
  (syntax: string, ...more: readonly Need[]) =>
    settingsWith({ syntax, group, needs: [...all, ...more] }, needsTrust);

/** What divides the values of a list in the environment. */
const SEPARATORS: Readonly<Partial<Record<Setting['kind'], ':' | ',' | ' '>>> = {
  ...{ names: ',', hosts: ',', domains: ',', roleModels: ',', roleNumbers: ',' },
  ...{ folders: ':', addresses: ' ' },
};

export function separatorOf({ kind }: Setting) {
  return SEPARATORS[kind] ?? null;
}

/** Whether its flag is given once for each value; that of names takes them all at once. */
export function isRepeatable(setting: Setting): boolean {
  return separatorOf(setting) !== null && setting.kind !== 'names';
}

/** What holds where no value is given. */
export function defaultOf(setting: Setting): string {
  return setting.kind === 'whole' ? String(setting.preset) : setting.unset;
}

/** Bounds or choices; nothing where any value will do. */
export function rangeOf(setting: Setting): readonly string[] {
  if (setting.kind === 'roleNumbers') return [`${setting.bounds.min}–${setting.bounds.max}`];
  if (setting.kind !== 'whole') return setting.choices === undefined ? [] : [setting.choices.join(', ')];
  const { bounds, unit } = setting;
  return [`${bounds.min}–${bounds.max} ${unit}`.trimEnd()];
}
