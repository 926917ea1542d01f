/** `groundrule audit`: shows what a set rests on, or checks its record. */
import type { Audit } from '../../audit/audit.ts';
import { settingsIn } from '../../config/settings.ts';
import type { Layout } from '../../report/grid.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT, VERDICT_CODES, type ExitCode } from '../exit-codes.ts';
import { toggle, text, textFormatFlag } from '../flags.ts';
import type { Session } from '../session.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  description: 'Show what each criterion rests on, and check the record',
  arguments: [
    [
      '<set>',
      'Id of a stored set or the beginning of it, a JSON file, or “-” for stdin; with --calls, also the id of a record of judging',
    ],
  ],
  flags: {
    criterion: text('--criterion <id>', 'Only this criterion, such as c3').conflicts([
      'byUrl',
      'verify',
      'calls',
    ]),
    byUrl: toggle('--by-url', 'Per source: what it grounds, or why it was dropped').conflicts([
      'verify',
      'calls',
    ]),
    verify: toggle(
      '--verify',
      'Only check the rules of the record against the stored texts; the exit code tells',
    ).conflicts('calls'),
    live: toggle(
      '--live',
      'Read the cited sources again (--library: where they lie now, --allow-host), and say of each quote whether it still stands there; the exit code tells',
    ).conflicts(['criterion', 'byUrl', 'verify', 'calls']),
    calls: toggle('--calls', 'The model calls of the run that last made it: tokens, cost, problems'),
    verbose: toggle('-v, --verbose', 'With --calls: each prompt and each answer as it came'),
    format: textFormatFlag,
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
    const { InputError } = await import('../../domain/errors.ts');
    const { flags, settings, output } = session;
    if (flags.verbose === true && flags.calls !== true)
      throw new InputError('--verbose needs --calls: it prints the prompts and answers of model calls.');
    if (flags.live !== true && (settings.library ?? settings.allowHosts) !== undefined)
      throw new InputError('--library and --allow-host need --live: they say where sources are read again.');
    const { value, text, code } =
      flags.calls === true
        ? await callsView(session, reference, flags.verbose === true)
        : await setView(session, reference, flags);
    const stdout = await output();
    await (flags.format === 'json' ? stdout.writeJson(value) : stdout.write(text(stdout)));
    return code ?? EXIT.done;
  },
});

interface View {
  /** What is printed as JSON. */
  readonly value: unknown;
  readonly text: (layout: Layout) => string;
  readonly code?: ExitCode;
}

interface ViewFlags {
  readonly live: true | undefined;
  readonly verify: true | undefined;
  readonly byUrl: true | undefined;
  readonly criterion: string | undefined;
}

async function setView(
  session: Session<unknown>,
  reference: string,
  { live, verify, byUrl, criterion }: ViewFlags,
): Promise<View> {
  const [client, { setOf }, { auditJson, criterionJson, sourcesJson }] = await Promise.all([
    session.client(),
    import('../input/find-set.ts'),
    import('../../report/audit-json.ts'),
  ]);
  if ((await client.records.get(reference)) !== null) {
    const { InputError } = await import('../../domain/errors.ts');
    throw new InputError(`${reference} is a record of judging: of those, --calls shows what was asked.`);
  }
  const set = await setOf(session, reference);
  if (live === true) {
    const [{ liveJson, renderLiveAudit }, found] = await Promise.all([
      import('../../report/live-audit.ts'),
      client.auditLive(set),
    ]);
    const code = VERDICT_CODES[found.status];
    return { value: liveJson(found), text: (layout) => renderLiveAudit(found, layout), code };
  }
  const audited = await client.audit(set);
  const { verification, sources } = audited;
  if (verify === true) {
    const { renderVerification } = await import('../../report/verification.ts');
    const code = VERDICT_CODES[verification.status];
    return { value: verification, text: (layout) => renderVerification(verification, layout), code };
  }
  if (byUrl === true) {
    const { renderSources } = await import('../../report/source.ts');
    return { value: sourcesJson(audited), text: (layout) => renderSources(sources, layout) };
  }
  if (criterion !== undefined) {
    const { renderCriterion } = await import('../../report/criterion.ts');
    const one = await criterionOf(audited, criterion);
    return { value: criterionJson(one), text: (layout) => renderCriterion(one, set.content.sources, layout) };
  }
  const { renderAudit } = await import('../../report/audit.ts');
  return { value: auditJson(audited), text: (layout) => renderAudit(audited, layout) };
}

/** @param asked `c3`, or `3` for short */
async function criterionOf({ criteria, set }: Audit, asked: string) {
  const found = criteria.find(({ criterion: { id } }) => id === asked || id === `c${asked}`);
  if (found !== undefined) return found;
  const { InputError } = await import('../../domain/errors.ts');
  const last = criteria.at(-1)?.criterion.id;
  throw new InputError(`${set.id} has no criterion ${asked}.`, {
    advice: last === undefined ? 'It has no criteria.' : `It has c1 to ${last}.`,
  });
}

/** @param reference a set, or the id of a judgement, comparison, refinement, selection or measurement */
async function callsView(session: Session<unknown>, reference: string, isFull: boolean): Promise<View> {
  const [client, { setOf }, { renderCalls }, { InputError }] = await Promise.all([
    session.client(),
    import('../input/find-set.ts'),
    import('../../report/calls.ts'),
    import('../../domain/errors.ts'),
  ]);
  const set = (await client.records.get(reference)) === null ? await setOf(session, reference) : null;
  const id = set?.id ?? reference;
  const calls = await client.callsOf(id);
  if (calls !== null) return { value: calls, text: (layout) => renderCalls(calls, isFull, layout) };
  if (set !== null && Object.keys(set.content.engine.models).length === 0)
    throw new InputError(`${id} was made by the ${set.content.engine.name} engine, which calls no model.`);
  throw new InputError(`The store ${client.store.location} has no model calls of ${id}.`, {
    advice: 'They are kept in the store of the run that made it; --store names another one.',
  });
}
