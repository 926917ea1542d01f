/** `groundrule audit`: shows what a set rests on, or checks its record. */
import { systemClock } from '../../client/clock.ts';
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import type { CallRecord } from '../../domain/model.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { Audit } from '../../audit/audit.ts';
import { callRecordsOf } from '../../run/call-records.ts';
import type { AuditFlags } from '../commands/audit.ts';
import { formatOf } from '../commands/flags.ts';
import { EXIT, VERDICT_CODES, type ExitCode } from '../exit-codes.ts';
import { findSet, isSetId, readSetFile } from '../input/find-set.ts';
import { openOutput, type Output } from '../output/open-output.ts';
import { createProgress } from '../output/progress.ts';
import {
  auditedCriterion,
  renderAudit,
  renderAuditedCriterion,
  renderAuditedSources,
  renderVerification,
} from '../../report/audit.ts';
import { renderCalls } from '../../report/calls.ts';
import type { Shell } from '../shell.ts';
import { withApp } from '../with-app.ts';

export async function audit(reference: string, flags: AuditFlags, shell: Shell): Promise<ExitCode> {
  if (flags.verbose === true && flags.calls !== true)
    throw new InputError('--verbose needs --calls: it prints the prompts and answers of model calls.');
  if (flags.library !== undefined || flags.allowHost !== undefined)
    throw new InputError('--library and --allow-host need --live: they say where sources are read again.');
  const progress = createProgress(shell, 'normal', systemClock);
  const request = { flags: { store: flags.store }, configFile: flags.config, progress };
  return withApp(shell, request, async (app) => {
    if (isJudgementId(reference)) {
      const output = await openOutput(shell, null);
      await output.write(await judgementCalls(reference, app.store, flags, output));
      return EXIT.done;
    }
    const set = isSetId(reference)
      ? await findSet(app.store, reference)
      : await readSetFile(reference, shell.stdin);
    const output = await openOutput(shell, null);
    if (flags.calls === true) {
      await output.write(await callsView(set, app.store, flags, output));
      return EXIT.done;
    }
    const audited = await app.audit(set);
    await output.write(await viewOf(audited, flags, output));
    return flags.verify === true ? VERDICT_CODES[audited.verification.status] : EXIT.done;
  });
}

async function callsView(
  { id, content }: CriteriaSet,
  store: StorePort,
  flags: AuditFlags,
  output: Output,
): Promise<string> {
  const calls = await callRecordsOf(id, store);
  if (calls !== null) return callsText(calls, flags, output);
  if (Object.keys(content.engine.models).length === 0)
    throw new InputError(`${id} was made by the ${content.engine.name} engine, which calls no model.`);
  throw new InputError(`The store ${store.location} has no model calls of ${id}.`, {
    advice: 'They are kept in the store of the run that made the set; --store names another one.',
  });
}

/** Of a judgement and what rests on judging: each is printed when it is made; what the store keeps of it are its calls. */
function isJudgementId(reference: string): boolean {
  return /^(?:jg|cp|rf|bo|ac)_[0-9a-f]+$/u.test(reference);
}

async function judgementCalls(
  id: string,
  store: StorePort,
  flags: AuditFlags,
  output: Output,
): Promise<string> {
  if (flags.calls !== true)
    throw new InputError(`${id} is a record of judging: of those, --calls shows what was asked.`);
  const calls = await callRecordsOf(id, store);
  if (calls === null)
    throw new InputError(`The store ${store.location} has no model calls of ${id}.`, {
      advice: 'They are kept in the store of the run that judged; --store names another one.',
    });
  return callsText(calls, flags, output);
}

function callsText(
  calls: readonly CallRecord[],
  { format, verbose }: AuditFlags,
  output: Output,
): Promise<string> {
  return renderCalls(calls, { format: formatOf(format), isVerbose: verbose === true }, output);
}

function viewOf(audited: Audit, flags: AuditFlags, output: Output): Promise<string> {
  const format = formatOf(flags.format);
  if (flags.verify === true) return renderVerification(audited, format, output);
  if (flags.byUrl === true) return renderAuditedSources(audited, format, output);
  return flags.criterion === undefined
    ? renderAudit(audited, format, output)
    : renderAuditedCriterion(auditedCriterion(audited, flags.criterion), format, output);
}
