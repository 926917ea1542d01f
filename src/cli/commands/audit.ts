import { settingsIn } from '../../config/settings.ts';
import { InputError } from '../../domain/errors.ts';
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import type { CallRecord } from '../../domain/model.ts';
import type { Groundrule } from '../../groundrule.ts';
import {
  criterionIdIn,
  renderAudit,
  renderAuditedCriterion,
  renderAuditedSources,
  renderVerification,
} from '../../report/audit.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT, VERDICT_CODES } from '../exit-codes.ts';
import { text, toggle } from '../flag.ts';
import { formatOf, outFlag, textFormatFlag } from '../flags.ts';
import { setOf } from '../../client/find-set.ts';
import { renderCalls } from '../../report/calls.ts';
import { renderLiveAudit } from '../../report/live-audit.ts';

export const command = defineCommand({
  name: 'audit',
  description: 'Show what each criterion rests on, and check the record',
  arguments: [
    [
      '<set>',
      'Id of a stored set or the beginning of it, “last” for the newest with criteria, a JSON file, or “-” for stdin; with --calls, also the id of a record of judging',
    ],
  ],
  flags: {
    criterion: text('--criterion <id>', 'Only this criterion, such as c3').conflicts(['byUrl', 'verify', 'calls']),
    byUrl: toggle('--by-url', 'Per source: what it grounds, or why it was dropped').conflicts(['verify', 'calls']),
    verify: toggle(
      '--verify',
      'Only check the rules of the record against the stored texts; the exit code tells',
    ).conflicts('calls'),
    live: toggle(
      '--live',
      'Read the cited sources again (--library: where they lie now, --allow-host), and say of each quote whether it still stands there; the exit code tells',
    ).conflicts(['criterion', 'byUrl', 'verify', 'calls']),
    calls: toggle('--calls', 'The model calls of the run that last made it: tokens, cost, problems'),
    verbose: toggle('-v, --verbose', 'With --calls: each prompt and each answer as it came').needs('calls'),
    format: textFormatFlag,
    out: outFlag,
  },
  settings: [...settingsIn('store'), 'library', 'allowHosts'],
  examples: [
    'groundrule audit cs_1a2b3c --criterion c3',
    'groundrule audit cs_1a2b3c --by-url',
    'groundrule audit set.json --verify',
    'groundrule audit cs_1a2b3c --live',
    'groundrule audit cs_1a2b3c --calls --verbose | less -R',
  ],
  run: async (session, reference) => {
    const { flags, settings, print } = session;
    if (flags.live !== true && (settings.library ?? settings.allowHosts) !== undefined)
      throw new InputError('--library and --allow-host need --live: they say where sources are read again.');
    const client = await session.client();
    const format = formatOf(flags.format);
    const isRecord = (await client.records.get(reference)) !== null;
    if (flags.calls === true) {
      const calls = await callsOf(client, isRecord ? reference : await setOf(session, reference));
      await print((layout) => renderCalls(calls, { format, isVerbose: flags.verbose === true }, layout));
      return EXIT.done;
    }
    if (isRecord) throw new InputError(`${reference} is a record of judging: of those, --calls shows what was asked.`);
    const set = await setOf(session, reference);
    if (flags.live === true) {
      if (settings.library !== undefined) requireLibraryCited(set);
      const live = await client.auditLive(set);
      await print((layout) => renderLiveAudit(live, format, layout));
      return VERDICT_CODES[live.status];
    }
    const { criterion, byUrl, verify } = flags;
    const one = criterion === undefined ? undefined : criterionIdIn(set, criterion);
    const withPassages = verify === true || byUrl === true ? [] : one && [one];
    const audited = await client.audit(set, { ...(withPassages && { criteria: withPassages }) });
    await print((layout) => {
      if (verify === true) return renderVerification(audited, format, layout);
      if (byUrl === true) return renderAuditedSources(audited, format, layout);
      if (one === undefined) return renderAudit(audited, format, layout);
      return renderAuditedCriterion(audited, format, layout);
    });
    return verify === true ? VERDICT_CODES[audited.verification.status] : EXIT.done;
  },
});

/** Of the flag alone: a config file may name a library for discoveries. */
function requireLibraryCited({ id, content }: CriteriaSet): void {
  if (content.criteria.some(({ evidence }) => evidence.some(({ via }) => via === 'library'))) return;
  throw new InputError(`--library has no effect: ${id} cites no guide from a library folder.`, {
    advice: 'Leave --library out: bundled guides and web pages are found without it.',
  });
}

/** @param asked a set, or the id of a judgement, comparison, refinement, selection or measurement */
async function callsOf(client: Groundrule, asked: CriteriaSet | string): Promise<readonly CallRecord[]> {
  const id = typeof asked === 'string' ? asked : asked.id;
  const calls = await client.callsOf(id);
  if (calls !== null) return calls;
  if (typeof asked !== 'string' && Object.keys(asked.content.engine.models).length === 0)
    throw new InputError(`${id} was made by the ${asked.content.engine.name} engine, which calls no model.`);
  throw new InputError(`The store ${client.store.location} has no model calls of ${id}.`, {
    advice: 'They are kept in the store of the run that made it; --store names another one.',
  });
}
