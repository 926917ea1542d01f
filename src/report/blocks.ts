/** A report as blocks: each record becomes blocks once; terminal, Markdown, HTML files and the audit pages render them. */

export type Tone = 'strong' | 'good' | 'bad' | 'warn' | 'soft' | 'accent';

/** Text of any origin: the renderers make it harmless. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** Where the text leads: an address, or `#` and an id in this report. */
  readonly href?: string;
  /** A path of the audit pages that the text leads to; other formats have no such link. */
  readonly path?: string;
  readonly bar?: Bar;
  /** A short label, drawn as such where there is room for it. */
  readonly isBadge?: true;
  /** Only on the audit pages: the text is a button of the form around it. */
  readonly button?: Button;
}

export interface Button {
  readonly name: string;
  readonly value: string;
  /** For those who cannot see the row and the column it is in. */
  readonly label: string;
  readonly isCurrent: boolean;
}

/** Drawn in place of text. */
export interface Bar {
  /** [0, 1] */
  readonly share: number;
  /** Of what nothing is known: drawn lightly at the end. */
  readonly openShare?: number;
  /** Where it begins, [0, 1]; absent: at 0. */
  readonly from?: number;
  readonly columns: number;
}

export type Inline = string | Span | readonly Inline[];

export interface Column {
  readonly head: string;
  readonly align?: 'right';
  /** Gets the most room, and is the first line of a row where rows are stacked. */
  readonly isMain?: true;
  /** Its cells are never wrapped: bars, ids. */
  readonly isUnbroken?: true;
}

export interface ListItem {
  readonly head: Inline;
  /** A line below the head that stays when the item is folded. */
  readonly note?: Inline | undefined;
  readonly blocks?: readonly Block[];
  readonly id?: string;
  /** Can be folded where the format allows it; true: is folded at first. */
  readonly isFolded?: boolean | undefined;
  /** Only on the audit pages: the path of a page whose proof replaces the blocks when the item is opened. */
  readonly load?: string | undefined;
  /** Only on the audit pages: a checkbox of the form around it. */
  readonly tick?: Tick | undefined;
}

export interface Tick {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly isOn: boolean;
}

/** A quote in its passage. */
export interface Quote {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** Where it is from. */
  readonly title: string;
  /** In front of the passage, such as that it is an instance. */
  readonly labels: Inline;
  /** Behind the passage, such as why there is none. */
  readonly remark: Inline;
  /** What is known of its source, line by line. */
  readonly about: readonly Inline[];
}

export interface Fact {
  readonly name: string;
  readonly value: Inline;
}

/** A part of a text that is shown as it was written. */
export interface TextPiece {
  readonly text: string;
  readonly mark?: 'added' | 'removed' | 'good' | 'bad' | 'warn';
  readonly id?: string;
  /** Who marked it. */
  readonly by?: string;
}

/** How a list looks where it can: as cards, or as numbered rows with lines between them. */
export type ListLook = 'bullets' | 'cards' | 'rows';

interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly parts: readonly Row[];
  /** Rows of sums at the end. */
  readonly foot: readonly Row[];
}

/** Empty blocks are left out, with the titles of their sections. `text` is a whole text, verbatim: mostly of others, a command only where we made it. */
export type Block =
  | { readonly kind: 'section'; readonly title: string; readonly count?: number; readonly parts: readonly Block[] }
  | { readonly kind: 'beside'; readonly parts: readonly [Block, Block] }
  | { readonly kind: 'lines'; readonly parts: readonly Inline[] }
  | TableBlock
  | { readonly kind: 'list'; readonly look: ListLook; readonly parts: readonly ListItem[] }
  | { readonly kind: 'facts'; readonly parts: readonly Fact[] }
  | { readonly kind: 'quotes'; readonly parts: readonly Quote[] }
  | { readonly kind: 'note'; readonly tone: Tone; readonly parts: readonly Inline[] }
  | { readonly kind: 'text'; readonly parts: readonly TextPiece[]; readonly isCommand?: true }
  | { readonly kind: 'plot'; readonly plot: Plot; readonly parts: Plot['series'] };
export type Row = readonly Inline[];

export interface Report {
  readonly title: string;
  /** What responses answer, where the title does not say it. */
  readonly instruction?: string | undefined;
  readonly blocks: readonly Block[];
}

/** A plot of figures. A table beside it, or its label, says the same. */
export interface Plot {
  readonly title: string;
  readonly xTitle?: string;
  readonly yTitle?: string;
  /** Names at x = 0, 1, 2 …, in place of numbers. */
  readonly categories?: readonly string[];
  /** Default: from the least to the greatest value. */
  readonly yRange?: readonly [number, number];
  /** Read to those who cannot see it; default: the title. */
  readonly label?: string;
  readonly size?: 'small';
  readonly series: readonly PlotSeries[];
}

export interface PlotSeries {
  readonly name: string;
  readonly isLine?: true;
  readonly points: readonly PlotPoint[];
}

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  readonly interval?: { readonly low: number; readonly high: number } | null;
  /** Shown while one points at it. */
  readonly name?: string;
}

/** A row for spreadsheets. */
export type DataRow = Readonly<Record<string, string | number | readonly string[] | null>>;

export interface DataRows {
  readonly columns: readonly string[];
  /** Columns that a row lacks stay empty. */
  readonly rows: readonly DataRow[];
}

/** Verdicts as tests, for CI. */
export interface TestSuite {
  readonly name: string;
  readonly tests: readonly Test[];
}

export interface Test {
  readonly name: string;
  readonly result: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly details: string;
}
