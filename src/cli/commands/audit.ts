/** `groundrule audit`: shows what a set rests on, or checks its record. */
import type { Audit } from '../../audit/audit.ts';
import { settingsIn } from '../../config/settings.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT, VERDICT_CODES, type ExitCode } from '../exit-codes.ts';
import { mark, text, textFormatFlag, type ValuesOf } from '../flags.ts';
import type { Output } from '../output/open-output.ts';
import type { Session } from '../session.ts';

const flags = {
  criterion: text('--criterion <id>', 'Only this criterion, such as c3').conflicts([
    'byUrl',
    'verify',
    'calls',
  ]),
  byUrl: mark('--by-url', 'Per source: what it grounds, or why it was dropped').conflicts([
    'verify',
    'calls',
  ]),
  verify: mark(
    '--verify',
    'Only check the rules of the record against the stored texts; the exit code tells',
  ).conflicts('calls'),
  live: mark(
    '--live',
    'Read the cited sources again (--library: where they lie now, --allow-host), and say of each quote whether it still stands there; the exit code tells',
  ).conflicts(['criterion', 'byUrl', 'verify', 'calls']),
  calls: mark('--calls', 'The model calls of the run that last made it: tokens, cost, problems'),
  verbose: mark('-v, --verbose', 'With --calls: each prompt and each answer as it came'),
  format: textFormatFlag,
};
type AuditSession = Session<ValuesOf<typeof flags>>;

export const auditCommand = defineCommand({
  name: 'audit',
  description: 'Show what each criterion rests on, and check the record',
  arguments: [
    [
      '<set>',
      'Id of a stored set or the beginning of it, a JSON file, or “-” for stdin; with --calls, also the id of a record of judging',
    ],
  ],
  flags,
  settings: [...settingsIn('store'), 'library', 'allowHosts'],
  examples: [
    'groundrule audit cs_1a2b3c --criterion c3',
    'groundrule audit cs_1a2b3c --by-url',
    'groundrule audit set.json --verify',
    'groundrule audit cs_1a2b3c --live',
    'groundrule audit cs_1a2b3c --calls --verbose | less -R',
  ],
  run: async (session, reference) => {
    const [{ InputError }, { setOf }] = await Promise.all([
      import('../../domain/errors.ts'),
      import('../input/find-set.ts'),
    ]);
    const { flags, settings } = session;
    if (flags.verbose === true && flags.calls !== true)
      throw new InputError('--verbose needs --calls: it prints the prompts and answers of model calls.');
    if (flags.live !== true && (settings.library ?? settings.allowHosts) !== undefined)
      throw new InputError('--library and --allow-host need --live: they say where sources are read again.');
    if (flags.calls === true) return printCalls(session, reference);
    if (isJudgingId(reference))
      throw new InputError(`${reference} is a record of judging: of those, --calls shows what was asked.`);
    const client = await session.client();
    const set = await setOf(session, reference);
    if (flags.live === true) {
      const { liveJson, renderLiveAudit } = await import('../../report/live-audit.ts');
      const live = await client.auditLive(set);
      await print(
        session,
        (layout) => renderLiveAudit(live, layout),
        () => liveJson(live),
      );
      return VERDICT_CODES[live.status];
    }
    const audited = await client.audit(set);
    await printView(session, audited);
    return flags.verify === true ? VERDICT_CODES[audited.verification.status] : EXIT.done;
  },
});

/** Of a judgement and what rests on judging: each is printed when it is made; what the store keeps of it are its calls. */
function isJudgingId(reference: string): boolean {
  return /^(?:jg|cp|rf|bo|ac)_[0-9a-f]+$/u.test(reference);
}

async function print(
  { flags, output, progress }: AuditSession,
  asText: (layout: Output) => string,
  asJson: () => unknown,
): Promise<void> {
  progress.close();
  const stdout = await output();
  await (flags.format === 'json' ? stdout.writeJson(asJson()) : stdout.write(asText(stdout)));
}

async function printView(session: AuditSession, audited: Audit): Promise<void> {
  const { byUrl, criterion: asked, verify } = session.flags;
  const { verification, sources, set, criteria } = audited;
  if (verify === true) {
    const { renderVerification } = await import('../../report/verification.ts');
    return print(
      session,
      (layout) => renderVerification(verification, layout),
      () => verification,
    );
  }
  const json = await import('../../report/audit-json.ts');
  if (byUrl === true) {
    const { renderSources } = await import('../../report/source.ts');
    return print(
      session,
      (layout) => renderSources(sources, layout),
      () => json.sourcesJson(audited),
    );
  }
  if (asked !== undefined) {
    const [{ renderCriterion }, { InputError }] = await Promise.all([
      import('../../report/criterion.ts'),
      import('../../domain/errors.ts'),
    ]);
    // `3` for short of `c3`.
    const found = criteria.find(({ criterion: { id } }) => id === asked || id === `c${asked}`);
    const last = criteria.at(-1)?.criterion.id;
    if (found === undefined)
      throw new InputError(`${set.id} has no criterion ${asked}.`, {
        advice: last === undefined ? 'It has no criteria.' : `It has c1 to ${last}.`,
      });
    return print(
      session,
      (layout) => renderCriterion(found, set.content.sources, layout),
      () => json.criterionJson(found),
    );
  }
  const { renderAudit } = await import('../../report/audit.ts');
  return print(
    session,
    (layout) => renderAudit(audited, layout),
    () => json.auditJson(audited),
  );
}

async function printCalls(session: AuditSession, reference: string): Promise<ExitCode> {
  const [{ callRecordsOf }, { renderCalls }, { setOf }, { InputError }] = await Promise.all([
    import('../../run/call-records.ts'),
    import('../../report/calls.ts'),
    import('../input/find-set.ts'),
    import('../../domain/errors.ts'),
  ]);
  const { store } = await session.client();
  const set = isJudgingId(reference) ? null : await setOf(session, reference);
  const id = set?.id ?? reference;
  const calls = await callRecordsOf(id, store);
  if (calls === null && set !== null && Object.keys(set.content.engine.models).length === 0)
    throw new InputError(`${id} was made by the ${set.content.engine.name} engine, which calls no model.`);
  if (calls === null)
    throw new InputError(`The store ${store.location} has no model calls of ${id}.`, {
      advice: 'They are kept in the store of the run that made it; --store names another one.',
    });
  await print(
    session,
    (layout) => renderCalls(calls, session.flags.verbose === true, layout),
    () => calls,
  );
  return EXIT.done;
}
