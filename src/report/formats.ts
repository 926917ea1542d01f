/** Formats, and where text for people goes: the command line knows these before it loads any renderer. */
import type pc from 'picocolors';

export const FORMATS = ['table', 'json', 'markdown', 'html'] as const;
export type Format = (typeof FORMATS)[number];

/** Beside those for people: for CI, and for spreadsheets. */
export const JUDGE_FORMATS = [...FORMATS, 'junit', 'csv'] as const;
export const COMPARE_FORMATS = [...FORMATS, 'csv'] as const;
export const SUITE_FORMATS = ['table', 'json', 'jsonl', 'markdown', 'html', 'junit', 'csv'] as const;

export type Colors = ReturnType<typeof pc.createColors>;

/** Where text for people goes. */
export interface Layout {
  readonly colors: Colors;
  /** Columns. */
  readonly width: number;
  /** Columns from which on a line would be broken anywhere; absent: none is. */
  readonly edge?: number;
}

export const SET_FORMATS = ['table', 'json', 'jsonl', 'markdown', 'html'] as const;
export interface SetFormat {
  readonly format: (typeof SET_FORMATS)[number];
  /** How many implied criteria at most; default: 25. */
  readonly top?: number | undefined;
  /** Only what the instruction states, or only what it implies. */
  readonly stated?: true | undefined;
  readonly implicit?: true | undefined;
}

export const CHECKLIST_FORMATS = ['table', 'json', 'yaml', 'markdown', 'html'] as const;
export type ChecklistFormat = (typeof CHECKLIST_FORMATS)[number];
