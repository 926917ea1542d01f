/** `groundrule audit`: shows what a set rests on, or checks its record. */
import { systemClock } from '../../app/clock.ts';
import { InputError } from '../../domain/errors.ts';
import type { Audit } from '../../pipeline/audit.ts';
import type { Verification } from '../../pipeline/verify-set.ts';
import { printableJson } from '../../text/printable.ts';
import type { AuditFlags } from '../commands/audit.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findSet, isSetId, readSetFile } from '../input/find-set.ts';
import { openOutput, type Output } from '../output/open-output.ts';
import { createProgress } from '../output/progress.ts';
import { auditJson, criterionJson, sourcesJson } from '../render/audit-json.ts';
import { renderAudit } from '../render/audit.ts';
import { renderCriterion } from '../render/criterion.ts';
import { renderSources } from '../render/source.ts';
import { renderVerification } from '../render/verification.ts';
import type { Shell } from '../shell.ts';
import { withApp } from '../with-app.ts';

const VERDICT_CODES: Readonly<Record<Verification['status'], ExitCode>> = {
  passed: EXIT.done,
  failed: EXIT.ruleFailed,
  'cannot-verify': EXIT.textMissing,
};

export async function audit(reference: string, flags: AuditFlags, shell: Shell): Promise<ExitCode> {
  const progress = createProgress(shell, 'normal', systemClock);
  const request = { flags: { store: flags.store }, configFile: flags.config, progress };
  return withApp(shell, request, async (app) => {
    const set = isSetId(reference)
      ? await findSet(app.store, reference)
      : await readSetFile(reference, shell.stdin);
    const audited = await app.audit(set);
    const output = await openOutput(shell, null);
    const { text, json } = viewOf(audited, flags, output);
    await output.write(flags.format === 'json' ? `${printableJson(json(), 2)}\n` : text());
    return flags.verify === true ? VERDICT_CODES[audited.verification.status] : EXIT.done;
  });
}

interface View {
  readonly text: () => string;
  readonly json: () => unknown;
}

function viewOf(audited: Audit, flags: AuditFlags, output: Output): View {
  const { verification } = audited;
  if (flags.verify === true)
    return { text: () => renderVerification(verification, output), json: () => verification };
  if (flags.byUrl === true)
    return { text: () => renderSources(audited.sources, output), json: () => sourcesJson(audited) };
  if (flags.criterion !== undefined) {
    const one = criterionOf(audited, flags.criterion);
    const sources = audited.set.content.sources;
    return { text: () => renderCriterion(one, sources, output), json: () => criterionJson(one) };
  }
  return { text: () => renderAudit(audited, output), json: () => auditJson(audited) };
}

/** @param asked `c3`, or `3` for short */
function criterionOf({ criteria, set }: Audit, asked: string) {
  const found = criteria.find(({ criterion }) => criterion.id === asked || criterion.id === `c${asked}`);
  if (found !== undefined) return found;
  const last = criteria.at(-1)?.criterion.id;
  throw new InputError(`${set.id} has no criterion ${asked}.`, {
    advice: last === undefined ? 'It has no criteria.' : `It has c1 to ${last}.`,
  });
}
