/**
 * Formats of output, one descriptor each. A record gives its content in the forms that it has; a format renders one of
 * these forms. The command line reads the names before it loads any renderer.
 */
import { printableJson } from '../text/printable.ts';
import type { Layout } from './layout.ts';
import type { DataRows, TestSuite, Report } from './report.ts';

/** The forms that a record can be given in. */
export interface Content {
  /** Blocks with what matters most, for a terminal. */
  readonly brief: Report;
  /** Blocks with everything. */
  readonly blocks: Report;
  /** The record itself. */
  readonly record: unknown;
  /** A record that can be read again from a file. */
  readonly document: unknown;
  /** Records, one for each line. */
  readonly lines: readonly unknown[];
  /** Rows for a spreadsheet. */
  readonly rows: DataRows;
  /** Verdicts as tests, for CI. */
  readonly tests: readonly TestSuite[];
}

export type Form = keyof Content;

/** How a record is given in each of its forms. */
export type View<Record> = { readonly [Kind in Form]?: (record: Record) => Content[Kind] | Promise<Content[Kind]> };

type Renders<Kind extends Form> = (content: Content[Kind], layout: Layout) => string | Promise<string>;

export type FormatName = 'table' | 'json' | 'jsonl' | 'yaml' | 'markdown' | 'html' | 'junit' | 'csv';

/** The formats by the form that each renders. */
const FORMATS: { readonly [Kind in Form]: Readonly<Partial<Record<FormatName, Renders<Kind>>>> } = {
  brief: { table: async (report, layout) => (await import('./terminal.ts')).toTerminal(report, layout) },
  record: { json: (record) => `${printableJson(record, 2)}\n` },
  lines: { jsonl: (records) => records.map((record) => `${printableJson(record)}\n`).join('') },
  document: { yaml: async (record) => (await import('yaml')).stringify(record, { lineWidth: 0 }) },
  blocks: {
    markdown: async (report) => (await import('./markdown.ts')).toMarkdown(report),
    html: async (report) => (await import('./html.ts')).toHtml(report),
  },
  tests: { junit: async (suites) => (await import('./junit.ts')).toJunit(suites) },
  rows: { csv: async (rows) => (await import('./csv.ts')).toCsv(rows) },
};

const FORMS = Object.keys(FORMATS) as readonly Form[];

/** The names of the formats for people and of JSON, and of those that render one of these forms; the first is the default. */
export function formatsOf(...forms: readonly Form[]): readonly ['table', ...FormatName[]] {
  const wanted = FORMS.filter((form) => ['blocks', 'record', ...forms].includes(form));
  return ['table', ...wanted.flatMap((form) => Object.keys(FORMATS[form]) as FormatName[])];
}

/**
 * @param toReport with `isFull` false for a terminal, where only what matters most has room
 * @param others the further forms of the record; `record` is by default the record itself
 */
export function renderer<Record>(
  toReport: (record: Record, isFull: boolean) => Report | Promise<Report>,
  others: View<Record> = {},
) {
  const view: View<Record> = {
    brief: (record) => toReport(record, false),
    blocks: (record) => toReport(record, true),
    record: (record) => record,
    ...others,
  };
  const render = async (record: Record, name: FormatName, layout: Layout): Promise<string> => {
    const form = FORMS.find((known) => name in FORMATS[known]);
    if (form === undefined) throw new Error(`There is no format ${name}.`);
    const contentOf = view[form];
    if (contentOf === undefined) throw new Error(`This record has no ${form}, which the format ${name} renders.`);
    return renderAs(form, await contentOf(record), name, layout);
  };
  return Object.assign(render, {
    /** With everything, as the audit pages show it. */
    report: async (record: Record) => toReport(record, true),
  });
}

function renderAs<Kind extends Form>(form: Kind, content: Content[Kind], name: FormatName, layout: Layout) {
  const render = FORMATS[form][name];
  if (render === undefined) throw new Error(`There is no format ${name} of ${form}.`);
  return render(content, layout);
}
