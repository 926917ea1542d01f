/** `groundrule measure`: files of every form, formats, errors with line and field, recall by a scripted model. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import type { JudgeFigures } from '../../src/measure/measure-judge.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { cli } from '../support/shell.ts';

let folder = '';
let server: ModelServer;
const at = (name: string) => join(folder, name);
const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** People say yes to all; two rows to a task. */
const judged = (verdicts: readonly string[]) =>
  verdicts.map((predicted, index) => ({ id: index, predicted, label: 'yes', task: Math.floor(index / 2) }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrule-measure-'));
  server = await startModelServer({ handler: answering(plausibleModel) });
  const toast = {
    instruction: 'Write a toast',
    criteria: ['The response should name the guest', 'The response should be short'],
  };
  const ode = { instruction: 'Write an ode', criteria: [{ text: 'The response should rhyme' }] };
  await Promise.all([
    writeFile(at('people.jsonl'), lines(toast, ode)),
    writeFile(at('ours.jsonl'), lines({ ...toast, criteria: ['The response should name each guest'] }, ode)),
    writeFile(at('set.json'), JSON.stringify(criteriaSetFixture().set)),
    writeFile(at('labels.csv'), 'item,model,r1,r2\n1,Yes,yes,yes\n2,No,yes,\n3,,no,no\n'),
    writeFile(
      at('labels.json'),
      JSON.stringify([
        { id: 1, judged: { by: 1 }, label: 2 },
        { id: 2, judged: { by: 2 }, label: 2 },
      ]),
    ),
    writeFile(
      at('labels.jsonl'),
      lines(
        { predicted: true, labels: ['yes', 'no', 'yes'], confidence: 0.9 },
        { predicted: 'no', labels: 'no', confidence: 0.6 },
      ),
    ),
    writeFile(
      at('ratings.csv'),
      'method,instruction,criterion,u1,u2,o1,o2\nA,Write a toast,be short,3,2,yes,no\nB,Write a toast,rhyme,1,,0,0\n',
    ),
    writeFile(
      at('categories.csv'),
      'model,p1,p2\ntone,"Tone, length",tone\n"tone, length",length,length\n,tone,tone\n',
    ),
    writeFile(at('nobody.csv'), 'predicted,labels,group\n,,g\n,,g\n'),
    writeFile(at('bad-labels.jsonl'), lines({ id: 1, kind: 'a' })),
    writeFile(at('apart.jsonl'), lines({ id: 'x', predicted: 'yes', labels: ['yes'], samples: ['good'] })),
    writeFile(
      at('sure.jsonl'),
      lines({ predicted: 'a', labels: ['a'] }, { predicted: 'a', labels: ['a'], confidence: true }),
    ),
    writeFile(at('sure.csv'), 'predicted,labels,confidence\nyes,yes, \nno,no,\n'),
    writeFile(at('one.jsonl'), lines(...judged(['yes', 'yes', 'yes', 'yes', 'yes', 'no']))),
    writeFile(at('other.jsonl'), lines(...judged(['no', 'no', 'no', 'no', 'no', 'no']))),
    writeFile(at('tries.jsonl'), lines({ samples: ['yes', 'no'] }, { samples: [0, 0] })),
    writeFile(at('bad-ratings.jsonl'), lines({ system: 'A', criterion: 'be short', utility: [3, 4] })),
    writeFile(at('bad.csv'), 'predicted,labels,confidence\nyes,yes,0.5\nyes,no,high\n'),
    writeFile(at('bad.jsonl'), lines({ predicted: 'yes', labels: 'yes' }, { predicted: { a: 1 } })),
  ]);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) => cli(['measure', ...args], { env: { HOME: folder } });
const criteria = (...args: readonly string[]) => run('criteria', ...args, '--store', 'memory');

describe('measure ratings', () => {
  it('prints what people say of criteria by system, and whether they agree', async () => {
    const fields = ['system=method', 'utility=u1,u2', 'obviousness=o1,o2'].flatMap((each) => ['--field', each]);
    const { code, stdout, stderr } = await run('ratings', at('ratings.csv'), ...fields);
    expect(code, stderr).toBe(EXIT.done);
    expect(stdout).toMatch(/^A +1 +2\.500 .*0\.500/mu);
    expect(stdout).toMatch(/^B +1 +1\.000 .*0\.000/mu);
    expect(stdout).toContain('Whether people agree');
  });

  it('names the line and the field of a rating that is on no scale', async () => {
    const { code, stderr } = await run('ratings', at('bad-ratings.jsonl'));
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain('bad-ratings.jsonl, line 1: the field “utility');
    expect(stderr).toContain('whole numbers from 1 to 3');
  });
});

describe('measure categories', () => {
  it('reads names with commas, of several people, and an empty cell as none', async () => {
    const fields = ['predicted=model', 'labels=p1,p2'].flatMap((each) => ['--field', each]);
    const { code, stdout, stderr } = await run('categories', at('categories.csv'), ...fields, '-f', 'json');
    expect(code, stderr).toBe(EXIT.done);
    expect(JSON.parse(stdout)).toMatchObject({
      perItem: { precision: { value: 0.75, scored: 2, missing: 1 }, recall: { value: 1 } },
    });
  });
});

describe('measure judge', () => {
  it('reads CSV by the names it is told; an empty cell is no verdict', async () => {
    const { code, stdout, stderr } = await run(
      'judge',
      at('labels.csv'),
      '--field',
      'predicted=model',
      '--field',
      'labels=r1,r2',
    );
    expect(code, stderr).toBe(EXIT.done);
    expect(stdout).toMatch(/^Accuracy +0\.500 +0\.000 – 1\.000 +2 +1$/mu);
    expect(stdout).toContain('People among themselves');
  });

  it('reads a mapped field by its new meaning alone, whatever its name means here; an id stays one', async () => {
    await writeFile(at('mapped.csv'), 'id,human,judge,label\n1,yes,yes,no\n2,no,no,yes\n');
    const right = ['judge', at('mapped.csv'), '--field', 'predicted=judge', '--field', 'labels=human'];
    const { stdout, stderr } = await run(...right);
    expect(stdout, stderr).toMatch(/^Accuracy +1\.000 .* 2$/mu);
    const unlabelled = await run('judge', at('mapped.csv'), '--field', 'predicted=label');
    expect(unlabelled.stderr).toContain('mapped.csv has no field with people’s labels');
    await writeFile(at('other-ids.csv'), 'id,human,judge\n3,yes,yes\n4,no,no\n');
    const apart = await run(...right, '--field', 'cluster=id', '--against', at('other-ids.csv'));
    expect(apart.stderr).toContain('no two rows in common');
  });

  it('says how many rows have no label, and which categories one side never gives', async () => {
    await writeFile(at('typo.csv'), 'id,predicted,label\n1,yes,\n2,no,no\n3,yes,nope\n4,yes,yes\n');
    const { stdout, stderr } = await run('judge', at('typo.csv'));
    expect(stdout).toContain('1 row has no label');
    expect(stdout).not.toContain('DRFR');
    const flat = stderr.replace(/\s+/gu, ' ');
    expect(flat).toContain('only people give “nope” (1). The rates (DRFR) need yes, no and not-applicable alone.');
    const mended = await run('judge', at('typo.csv'), '--value', 'nope=no');
    expect(mended.stdout).toContain('DRFR, by people');
    expect(mended.stderr).toBe('');
  });

  it('holds one judge against another: bootstrap, permutation and McNemar', async () => {
    const against = ['judge', at('one.jsonl'), '--against', at('other.jsonl'), '--field', 'cluster=task'];
    const { code, stdout, stderr } = await run(...against);
    expect(code, stderr).toBe(EXIT.done);
    expect(stdout).toContain('Differences over the rows of both');
    // Five wins of five differing rows: permutation and exact McNemar 2 / 32, χ² of (5 − 1)² / 5 gives .074.
    expect(stdout).toMatch(/Pairs: 6 · p: 0\.063 · McNemar, exact: 0\.063\s+corrected: 0\.074/u);
    expect(stdout).toContain('The standard error is clustered: 3 clusters of rows.');
    const { stdout: json } = await run(...against, '--format', 'json');
    expect(JSON.parse(json)).toMatchObject({ clusters: 3, differences: [{ pairs: 6, p: 0.0625 }] });
  });

  it('has no figure of labels or categories that nobody gave, and names the fields that a row has', async () => {
    for (const what of ['labels', 'categories']) expect((await run(what, at('nobody.csv'))).code).toBe(EXIT.notDecided);
    const { code, stderr } = await run('labels', at('bad-labels.jsonl'));
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain('The row has id, kind.');
  });

  it('says what it cannot do: rows that do not meet, tries that do not pass, blanks that are no confidence', async () => {
    const refused = async (...args: string[]) => {
      const { code, stderr } = await run('judge', ...args);
      expect(code).toBe(EXIT.badInput);
      return stderr;
    };
    expect(await refused(at('one.jsonl'), '--against', at('apart.jsonl'))).toContain('no two rows in common');
    expect(await refused(at('apart.jsonl'), '--pass-at', '1')).toContain('which of several tries pass');
    expect(await refused(at('sure.jsonl'))).toContain('line 2: the field “confidence” should hold a number');
    const { stdout } = await run('judge', at('sure.csv'));
    expect(stdout).not.toContain('as often as it is sure');
  });

  it('has pass@k and at-least-k of several tries', async () => {
    const { stdout, stderr } = await run('judge', at('tries.jsonl'), '--pass-at', '1,2', '--at-least', '1');
    expect(stdout, stderr).toMatch(/pass@1 +0\.250 .* 2/u);
    expect(stdout).toMatch(/pass@2 +0\.500 .* 2/u);
    expect(stdout).toMatch(/at least 1 +0\.500 .* 2/u);
  });

  it('reads a JSON list by paths, and values by what they mean', async () => {
    const { stdout, stderr } = await run(
      'judge',
      at('labels.json'),
      '--field',
      'predicted=judged.by',
      '--value',
      '1=a',
      '--value',
      '2=b',
      '-f',
      'json',
    );
    expect(stderr).toBe('');
    const { scale, figures } = JSON.parse(stdout) as JudgeFigures;
    expect(scale).toBe('preference');
    expect(figures.find(({ name }) => name === 'accuracy')).toMatchObject({ value: 0.5, scored: 2 });
  });

  it.each(['table', 'markdown', 'html', 'csv'])(
    'prints JSON Lines as %s, with how sure and how often right',
    async (format) => {
      const { stdout } = await run('judge', at('labels.jsonl'), '--format', format);
      expect(stdout).toContain(format === 'csv' ? 'calibrationError,0.25' : 'Expected calibration error 0.250');
      if (format !== 'csv') expect(stdout).toContain('90 % – 100 %');
    },
  );

  it.each([
    ['bad.csv', 'bad.csv, line 3: the field “confidence” should hold a number from 0 to 1'],
    ['bad.jsonl', 'bad.jsonl, line 2: the field “predicted” should hold a text or a number'],
    ['none.csv', 'there is no such file'],
  ])('says of %s what is wrong, and where', async (file, message) => {
    const { code, stderr } = await run('judge', at(file));
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringContaining(message)]);
  });

  it('refuses a field that is not there, and one of no meaning', async () => {
    const absent = await run('judge', at('labels.csv'), '--field', 'predicted=gpt');
    expect(absent.stderr).toContain('line 2: there is no field “gpt”');
    expect((await run('judge', at('labels.csv'), '--field', 'verdict=model')).stderr).toContain('no field of ours');
    for (const [header, missing] of [
      ['id,model,label', '“predicted”'],
      ['id,predicted,rater1', '“labels”'],
    ] as const) {
      await writeFile(at('named.csv'), `${header}\n1,yes,no\n`);
      const { code, stderr } = await run('judge', at('named.csv'));
      expect([code, stderr]).toEqual([EXIT.badInput, expect.stringContaining(missing)]);
      expect(stderr).toContain(`Its fields are ${header.replaceAll(',', ', ')}.`);
    }
    expect((await run('judge', at('labels.csv'), '--field', 'verdict')).code).toBe(EXIT.badInput);
  });

  it('tells a file without any verdict that nothing could be measured', async () => {
    await writeFile(at('nothing.jsonl'), lines({ id: '1', predicted: null, labels: [] }));
    expect((await run('judge', at('nothing.jsonl'))).code).toBe(EXIT.notDecided);
  });
});

describe('measure criteria', () => {
  it('puts files side by side, with recall by words and differences', async () => {
    const { code, stdout, stderr } = await criteria(
      at('people.jsonl'),
      at('ours.jsonl'),
      '--given',
      at('people.jsonl'),
    );
    expect(code, stderr).toBe(EXIT.done);
    expect(stdout).toContain('2 systems measured by 5 criteria');
    expect(stdout).toContain('ours, by words (estimate): 3 given criteria of 2 tasks');
    expect(stdout).toContain('Differences over the tasks of both');
  });

  it('measures a set with what it rests on', async () => {
    const { stdout, stderr } = await criteria(at('set.json'), '--format', 'json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ systems: [{ name: 'web', tasks: 1, grounding: { verified: null } }] });
    expect((await criteria(at('set.json'), '-f', 'markdown')).stdout).toContain('no text stored');
  });

  it('asks the model for recall, and for actionability where that is wanted', async () => {
    const model = ['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'];
    const { code, stdout, stderr } = await criteria(
      at('ours.jsonl'),
      '--given',
      at('people.jsonl'),
      '--actionability',
      ...model,
      '-f',
      'json',
    );
    expect(code, stderr).toBe(EXIT.done);
    const [system] = (JSON.parse(stdout) as { systems: Record<string, unknown>[] }).systems;
    expect(system).toMatchObject({ recall: [{ by: 'words' }, { by: 'model', given: 3, unscored: 0 }] });
    const { unmet, repaired } = system!['actionability'] as { unmet: number; repaired: number };
    const edited = system?.['edited'] as { text: string; repaired: boolean | null; implicitness: number }[];
    expect(system?.['actionability']).toMatchObject({ scored: 2 });
    expect(edited.filter((each) => each.repaired !== null)).toHaveLength(unmet);
    expect(edited.filter((each) => each.repaired === true)).toHaveLength(repaired);
    expect(unmet).toBeGreaterThan(0);
  });

  it('says which criteria tell the better drafts of judged rows from the worse ones', async () => {
    const criteriaOfRow = [
      { text: 'The response should be short.', check: 'words <= 4' },
      { text: 'The response should have a text.', check: 'words >= 1' },
      { text: 'It uses emoji.', weight: -50, check: 'emoji >= 1' },
    ];
    const responses = { able: 'To Anna.', ordinary: 'Dear friends and dear family,' };
    const row = { id: '1', instruction: 'Write a toast', responses, criteria: criteriaOfRow };
    await writeFile(at('drafts.jsonl'), lines(row));
    const judged = ['judge', '--data', at('drafts.jsonl'), '--rows', at('verdicts.jsonl'), '--store', 'memory'];
    expect((await cli(judged, { env: { HOME: folder } })).code).toBe(EXIT.done);
    const measured = ['criteria', at('verdicts.jsonl'), '--discriminates', 'able,ordinary', '-f', 'markdown'];
    const { code, stdout } = await run(...measured);
    expect(code).toBe(EXIT.done);
    expect(stdout).toContain('1 of 3 criteria separate them rightly; pass rates 100 % and 66.7 %');
    expect(stdout).toMatch(/be short\.[ |]+1[ |]+0[ |]+0[ |]+1\\?\.000/u);
    expect(stdout).toMatch(/have a text\. .*every draft meets it/u);
    expect(stdout).toMatch(/Free of: It uses emoji\. .*every draft meets it/u);
    const refused = await run('criteria', at('drafts.jsonl'), '--discriminates', 'able,ordinary');
    expect([refused.code, refused.stderr]).toEqual([
      EXIT.badInput,
      expect.stringContaining('drafts.jsonl, line 1: the field “status” is missing'),
    ]);
  });

  it('counts labels of people by group, as a spreadsheet too', async () => {
    await writeFile(at('kinds.csv'), 'question,kind,set\nWhy?,open,easy\nHow many?,closed,easy\nSo?,open,hard\n');
    const labels = ['labels', at('kinds.csv'), '--field', 'labels=kind', '--field', 'group=set', '--resamples', '0'];
    const { code, stdout } = await run(...labels);
    expect(code).toBe(EXIT.done);
    expect(stdout).toMatch(/^open +1 +1 +2 +66\.7 %$/mu);
    expect((await run(...labels, '-f', 'csv')).stdout).toContain('All,closed,1,0.333');
    const refused = await run('labels', at('kinds.csv'), '--field', 'labels=rater1');
    expect([refused.code, refused.stderr]).toEqual([
      EXIT.badInput,
      expect.stringContaining('line 2: there is no field “rater1”'),
    ]);
  });

  it('has the model count the overlap from both sides', async () => {
    const model = ['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'];
    const given = ['--given', at('people.jsonl'), '--overlap', '-f', 'json'];
    const { code, stdout, stderr } = await criteria(at('ours.jsonl'), ...given, ...model);
    expect(code, stderr).toBe(EXIT.done);
    const [system] = (JSON.parse(stdout) as { systems: { criteria: number; overlap: unknown[] }[] }).systems;
    expect(system?.overlap).toMatchObject([{ by: 'words' }, { by: 'model' }]);
    expect((await criteria(at('ours.jsonl'), '--overlap')).stderr).toContain('--given');
  });

  it('refuses two lists for one task in one system, and rows without criteria', async () => {
    const twice = await criteria(at('set.json'), at('set.json'));
    expect([twice.code, twice.stderr]).toEqual([EXIT.badInput, expect.stringContaining('two lists for one task')]);
    await writeFile(at('empty.jsonl'), lines({ instruction: 'Write', criteria: [] }));
    expect((await criteria(at('empty.jsonl'))).stderr).toContain(
      'line 1: the field “criteria” should hold a list of criteria',
    );
  });
});
