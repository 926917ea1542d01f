/** A report as blocks, written once for a terminal, Markdown and HTML alike. */
import type { Judgement } from '../../domain/judgement.ts';
import type { Task } from '../../domain/task.ts';
import type { DiffPiece } from '../../text/word-diff.ts';

export type Tone = 'plain' | 'strong' | 'good' | 'bad' | 'warn' | 'soft';

/** Text of any origin: whoever writes it escapes it. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

export interface ReportColumn {
  readonly head: string;
  /** In columns of a terminal; null: the rest of the line, which one column alone may take. */
  readonly width: number | null;
  readonly align?: 'left' | 'right';
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'line'; readonly spans: readonly Span[] }
  | {
      readonly kind: 'rows';
      readonly columns: readonly ReportColumn[];
      readonly rows: readonly (readonly Span[])[];
    }
  /** A whole response. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'diff'; readonly pieces: readonly DiffPiece[] }
  | { readonly kind: 'judgement'; readonly judgement: Judgement };

export interface Report {
  readonly title: string;
  /** What was done, above the instruction. */
  readonly heading: string;
  readonly task: Task | null;
  readonly blocks: readonly Block[];
}

export function span(text: string, tone: Tone = 'plain'): Span {
  return { text, tone };
}

export function line(...spans: readonly (Span | string)[]): Block {
  return { kind: 'line', spans: spans.map((each) => (typeof each === 'string' ? span(each) : each)) };
}

export function heading(text: string): Block {
  return { kind: 'heading', text };
}
