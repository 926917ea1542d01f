/**
 * Formats of output, one descriptor each. A record gives its content in the forms that it has; a format renders one of
 * these forms. The command line reads the names before it loads any renderer.
 */
import { printableJson } from '../text/printable.ts';
import type { Layout } from './layout.ts';
import type { DataRows, TestSuite } from './rows-of-data.ts';
import type { Report } from './report.ts';

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

type Form = keyof Content;

/** How a record is given in each of its forms. */
export type View<Record> = { readonly [Kind in Form]?: (record: Record) => Content[Kind] | Promise<Content[Kind]> };

function defineFormat<const Name extends string, Kind extends Form>(format: {
  readonly name: Name;
  readonly of: Kind;
  readonly render: (content: Content[Kind], layout: Layout) => string | Promise<string>;
}) {
  const { name, of: form, render } = format;
  return {
    name,
    form,
    print: async <Record>(view: View<Record>, record: Record, layout: Layout): Promise<string> => {
      const contentOf = view[form];
      if (contentOf === undefined) throw new Error(`This record has no ${form}, which the format ${name} renders.`);
      return render(await contentOf(record), layout);
    },
  };
}

const FORMATS = [
  defineFormat({
    name: 'table',
    of: 'brief',
    render: async (report, layout) => (await import('./terminal.ts')).toTerminal(report, layout),
  }),
  defineFormat({
    name: 'json',
    of: 'record',
    render: (record) => `${printableJson(record, 2)}\n`,
  }),
  defineFormat({
    name: 'jsonl',
    of: 'lines',
    render: (records) => records.map((record) => `${printableJson(record)}\n`).join(''),
  }),
  defineFormat({
    name: 'yaml',
    of: 'document',
    render: async (record) => (await import('yaml')).stringify(record, { lineWidth: 0 }),
  }),
  defineFormat({
    name: 'markdown',
    of: 'blocks',
    render: async (report) => (await import('./markdown.ts')).toMarkdown(report),
  }),
  defineFormat({
    name: 'html',
    of: 'blocks',
    render: async (report) => (await import('./html.ts')).toHtml(report),
  }),
  defineFormat({
    name: 'junit',
    of: 'tests',
    render: async (suites) => (await import('./junit.ts')).toJunit(suites),
  }),
  defineFormat({
    name: 'csv',
    of: 'rows',
    render: async (rows) => (await import('./csv.ts')).toCsv(rows),
  }),
] as const;

export type FormatName = (typeof FORMATS)[number]['name'];

/** The names of the formats for people and of JSON, and of those that render one of these forms; the first is the default. */
export function formatsOf(...forms: readonly Form[]): readonly ['table', ...FormatName[]] {
  const wanted = new Set<Form>(['blocks', 'record', ...forms]);
  return ['table', ...FORMATS.filter(({ form }) => wanted.has(form)).map(({ name }) => name)];
}

export interface Renderer<Record> {
  (record: Record, format: FormatName, layout: Layout): Promise<string>;
  /** With everything, as the audit pages show it. */
  readonly report: (record: Record) => Promise<Report>;
}

/**
 * @param toReport with `isFull` false for a terminal, where only what matters most has room
 * @param others the further forms of the record; `record` is by default the record itself
 */
export function renderer<Record>(
  toReport: (record: Record, isFull: boolean) => Report | Promise<Report>,
  others: View<Record> = {},
): Renderer<Record> {
  const view: View<Record> = {
    brief: (record) => toReport(record, false),
    blocks: (record) => toReport(record, true),
    record: (record) => record,
    ...others,
  };
  const render = async (record: Record, name: FormatName, layout: Layout): Promise<string> => {
    const format = FORMATS.find((known) => known.name === name);
    if (format === undefined) throw new Error(`There is no format ${name}.`);
    return format.print(view, record, layout);
  };
  return Object.assign(render, { report: async (record: Record) => toReport(record, true) });
}
