/** What both replays share: options, and how failures are told. */
import { parseArgs } from 'node:util';
import { GroundruleError, InputError } from '../../src/domain/errors.ts';

export interface ReplayOptions {
  readonly data: string;
  /** Null: all that there are. */
  readonly model: string | null;
}

/**
 * Prints one JSON object with `--json`, a table without.
 * @param usage shown where the options are wrong
 */
export async function runReplay<Report>(
  usage: string,
  replay: (options: ReplayOptions) => Promise<Report>,
  printTables: (report: Report) => void,
): Promise<void> {
  try {
    const { data, model, json } = readOptions(usage);
    const report = await replay({ data, model: model ?? null });
    if (json) console.log(JSON.stringify(report));
    else printTables(report);
  } catch (error) {
    if (!(error instanceof GroundruleError)) throw error;
    console.error(`NOT RUN: ${error.message}.${error.advice === null ? '' : ` ${error.advice}`}`);
    process.exitCode = 2;
  }
}

function readOptions(usage: string): { data: string; model: string | undefined; json: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        model: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    if (values.data !== undefined) return { data: values.data, model: values.model, json: values.json };
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error), { advice: usage });
  }
  throw new InputError('No folder was given', { advice: usage });
}

/** "95.50 %"; a dash where there is no figure. */
export function percent(value: number | null): string {
  return value === null ? '–' : `${(100 * value).toFixed(2)} %`;
}

/** Five decimals; a dash where there is no figure. */
export function decimals(value: number | null): string {
  return value === null ? '–' : value.toFixed(5);
}
