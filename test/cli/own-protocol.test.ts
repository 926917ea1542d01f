/** `--scale FILE` and `--protocol FILE.md`: in every command that judges by a protocol, with errors that name file and line. */
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import type { Comparison } from '../../src/domain/comparison.ts';
import type { Scoring } from '../../src/judge/scoring.ts';
import type { AttackFigures } from '../../src/measure/measure-attacks.ts';
import { jsonLines, scriptedFolder } from '../support/scripted-folder.ts';

const LONG = 'A toast to Ada, who built the first engine and kept it running for forty years.';
const { at, run, asked } = scriptedFolder({
  'long.txt': LONG,
  'short.txt': 'Cheers.',
  'rows.jsonl': jsonLines({
    id: 1,
    instruction: 'Write a toast',
    responses: { good: LONG, weak: 'Cheers to all of you.' },
  }),
  'scale.yaml': '- points: 0\n  label: poor\n  description: Of no use.\n- points: 10\n  label: good\n',
  'range.json': '{"min": 0, "max": 3}',
  'bad-scale.yaml': 'min: 0\nmax: many\n',
  'unordered.yaml': '- points: 2\n- points: 1\n',
  'grader.md': '---\nanswer: yes/no\n---\nIs it a toast?\n{{instruction}}\n{{response}}\n',
  'chooser.md': '---\nanswer: A/B\nties: yes\n---\nWhich is warmer?\n{{responseA}}\n{{responseB}}\n',
  'broken.md': '---\nanswer: yes/no\n---\nIs it {{warm}}?\n',
});
const firstOf = (json: unknown) => (json as { comparisons: Comparison[] }).comparisons[0];
const judge = (...flags: readonly string[]) => run('judge', at('long.txt'), ...flags);

describe('a scale of one’s own', () => {
  it('has levels with points, for one response or for rows', async () => {
    const one = await judge('--protocol', 'score', '--scale', at('scale.yaml'), '--format', 'json');
    expect(one.code, one.stderr).toBe(EXIT.done);
    const report = await judge('--protocol', 'score', '--scale', at('scale.yaml'));
    expect(report.stdout).not.toContain('from 1 to 5');
    expect((one.json() as Scoring[])[0]).toMatchObject({ by: 'score', scale: [0, 10], result: { score: 10 } });
    const rows = await run('judge', '--data', at('rows.jsonl'), '--protocol', 'score', '--scale', at('range.json'));
    expect(rows.code, rows.stderr).toBe(EXIT.done);
    expect(rows.stdout).toContain('Score of 3');
  });

  it('decides pairs, and measures attacks', async () => {
    const flags = ['--protocol', 'score', '--scale', at('scale.yaml'), '--format', 'json'];
    const pair = await run('compare', at('long.txt'), at('short.txt'), ...flags);
    expect(firstOf(pair.json())?.result).toMatchObject({ winner: 'a' });
    const attacks = await run('measure', 'judge', at('rows.jsonl'), '--attacks', ...flags);
    expect((attacks.json() as AttackFigures).honest.best.value).toBe(1);
  });

  it.each([
    ['bad-scale.yaml', /bad-scale\.yaml is not a scale:\s+line 2, max: must be a number, not a text/u],
    ['unordered.yaml', /unordered\.yaml is not a scale:\s+line 2, levels\.1\.points: must be above/u],
    ['none.yaml', /none\.yaml/u],
  ])('in %s is refused before anything is asked', async (file, says) => {
    const { code, stderr } = await judge('--protocol', 'score', '--scale', at(file));
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringMatching(says)]);
    expect(asked()).toEqual([]);
  });

  it('has no effect with other protocols, which say so', async () => {
    const { code, stderr } = await judge('--protocol', 'g-eval', '--scale', at('range.json'));
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringContaining('--scale has no effect')]);
  });
});

describe('a prompt of one’s own', () => {
  it('grades responses, compares them, and plans what it asks', async () => {
    const flags = ['--protocol', at('grader.md'), '--instruction', 'Write a toast'];
    const plan = await judge(...flags, '--dry-run');
    expect(plan.stdout, plan.stderr).toMatch(/^comparing +grade-response +1 /mu);
    const { code, stderr, json } = await judge(...flags, '--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    expect((json() as Scoring[])[0]).toMatchObject({ by: 'own-grade', scale: [0, 1], result: { score: 1 } });
    const pair = await run('compare', at('short.txt'), at('long.txt'), ...flags, '--format', 'json');
    expect(firstOf(pair.json())).toMatchObject({ by: 'own-grade', result: { winner: 'b' } });
  });

  it('chooses between two', async () => {
    const chosen = await run('compare', at('short.txt'), at('long.txt'), '--by', at('chooser.md'), '--format', 'json');
    expect(chosen.code, chosen.stderr).toBe(EXIT.done);
    expect(firstOf(chosen.json())).toMatchObject({ by: 'own-choice', result: { winner: 'b' } });
    const one = await judge('--protocol', at('chooser.md'));
    expect([one.code, one.stderr]).toEqual([EXIT.badInput, expect.stringContaining('is for two responses')]);
  });

  it.each([
    [['--protocol', 'broken.md'], /broken\.md, line 4: unknown variable \{\{warm\}\}/u],
    [['--protocol', 'none.md'], /none\.md/u],
    [['--protocol', 'grades'], /Allowed choices are pass-rate, .*FILE\.md/u],
    [['--protocol', 'own-grade'], /FILE\.md/u],
  ])('with %j is refused before anything is asked', async ([flag = '', file = ''], says) => {
    const { code, stderr } = await judge(flag, file.endsWith('.md') ? at(file) : file);
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringMatching(says)]);
    expect(asked()).toEqual([]);
  });
});
