import { basename } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { defineCommand, defineGroup } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { asTyped, assignment, choice, Flag, names, needing, repeatable, text, toggle, whole } from '../flag.ts';
import { blockFlags, blockOf, JUDGING_SETTINGS, figureFlags, peopleFileFlags, quietFlag, rowFlags } from '../flags.ts';
import { CATEGORY_FIELDS, readCategories } from '../../data/read-categories.ts';
import { measureCategories } from '../../measure/measure-categories.ts';
import { renderMeasuredCategories } from '../../report/measured-categories.ts';
import { DEFAULT_TOP } from '../../domain/criterion.ts';
import { InputError } from '../../domain/errors.ts';
import { PEOPLE_LABEL_FIELDS, readPeopleLabels } from '../../data/read-people-labels.ts';
import { SCALES, type Scale } from '../../data/judge-row.ts';
import { LABEL_FIELDS, readLabels } from '../../data/read-labels.ts';
import { RATING_FIELDS, readRatings } from '../../data/read-ratings.ts';
import { measureRatings } from '../../measure/measure-ratings.ts';
import { renderMeasuredRatings } from '../../report/measured-ratings.ts';
import { differencesOf } from '../../measure/judge-differences.ts';
import { measureJudge } from '../../measure/measure-judge.ts';
import { oneSidedCategories } from '../../measure/one-sided-categories.ts';
import { oneSidedText, renderMeasuredJudge } from '../../report/measured-judge.ts';
import { discrimination } from '../../measure/discrimination.ts';
import { measureLabels } from '../../measure/measure-labels.ts';
import { renderMeasuredLabels } from '../../report/measured-labels.ts';
import { attackFlags, measureAttacks } from './measure-attacks.ts';
import { policiesCommand } from './measure-policies.ts';
import { readJudgedDrafts } from '../../client/read-judged-drafts.ts';
import { renderDiscrimination } from '../../report/discrimination.ts';
import { readGivenCriteria, readSystems } from '../../client/read-lists.ts';
import { rowMapping } from '../../data/benchmarks.ts';
import { renderMeasuredCriteria } from '../../report/measured-criteria.ts';

const criteriaCommand = defineCommand({
  name: 'criteria',
  description: 'Measure lists of criteria side by side: specificity, implicitness, redundancy, recall, grounding',
  arguments: [
    [
      '<sets...>',
      'Ids of stored sets, files of sets, what “precompute” wrote, or JSON Lines of rows with instruction and criteria',
    ],
  ],
  flags: {
    by: choice('--by <grouping>', 'What is compared: modes, files, or each set', ['mode', 'file', 'set']),
    given: text(
      '--given <file>',
      'What people ask for, as rows with instruction and criteria: recall is measured of it, by words and, with --model, by the model',
    ),
    ...needing('given', rowFlags()),
    at: repeatable('--at <numbers>', 'Where recall is measured, such as 5,10,20 (the default)', numbers),
    discriminates: new Flag<readonly string[] | undefined>(
      '--discriminates <better,worse>',
      'Of files that “judge --data --rows” wrote: which criteria tell the responses of one system from those of another',
    )
      .argParser(twoNames)
      .conflicts(['given', 'at', 'actionability', 'top', 'stated', 'implicit']),
    overlap: toggle(
      '--overlap',
      'With --given: have the model say, too, which criteria of the lists people gave; a call for each',
    ).needs('given'),
    actionability: toggle(
      '--actionability',
      'Have a model write a response to each task and edit it towards each unmet criterion; many calls',
    ),
    top: whole('-t, --top <number>', `Of a set: implied criteria at most; default: ${DEFAULT_TOP}`, [1, 1000]),
    ...blockFlags(),
    ...figureFlags,
    quiet: quietFlag,
  },
  settings: JUDGING_SETTINGS,
  examples: [
    'groundrule measure criteria cs_1a2b3c cs_4d5e6f --by set',
    'groundrule measure criteria web.jsonl full.jsonl --given people.jsonl --by file --format html --out report.html',
    'groundrule measure criteria web.jsonl --given writingbench.jsonl --benchmark writingbench',
    'groundrule measure criteria web.jsonl --given people.jsonl --at 5,10 --model gpt-4.1-mini --max-usd 1',
    'groundrule measure criteria verdicts.jsonl --discriminates able,ordinary',
  ],
  run: async (session, references) => {
    const { flags } = session;
    if (flags.discriminates !== undefined) {
      const [better = '', worse = ''] = flags.discriminates;
      const found = discrimination(await readJudgedDrafts(session, references), better, worse);
      await session.print((layout) => renderDiscrimination(found, flags.format, layout));
      return;
    }
    const { by, top, resamples, seed } = flags;
    const given = flags.given === undefined ? [] : await readGivenCriteria(session, flags.given, rowMapping(flags));
    const systems = await readSystems(session, references, { by, top, only: blockOf(flags) });
    const client = await session.client();
    const measured = await client.measureCriteria(systems, {
      given,
      ...(flags.at === undefined ? {} : { ks: flags.at }),
      overlap: flags.overlap === true,
      actionability: flags.actionability === true,
      resamples,
      seed,
    });
    await session.print((layout) => renderMeasuredCriteria(measured, flags.format, layout));
    await session.reportUsage();
  },
});

const judgeCommand = defineCommand({
  name: 'judge',
  description:
    'Measure a judge by people’s labels: accuracy, agreement, correlation, consistency, calibration, selection; or by attacks',
  arguments: [
    [
      '<file>',
      'JSON Lines, a JSON list or CSV, with the judge’s verdict (predicted) and people’s labels, or with --attacks instructions and responses; “-” for stdin',
    ],
  ],
  flags: {
    scale: text(
      '--scale <scale>',
      'What verdicts are: preference, score or category; default: by the values. With --attacks the file of a scale of your own',
    ),
    against: text('--against <file>', 'Another judge’s verdicts on the same rows, by their ids: where the two differ'),
    passAt: repeatable(
      '--pass-at <numbers>',
      'Of several tries (samples, or candidates of a group): pass@k, such as 1,5',
      numbers,
    ),
    atLeast: repeatable('--at-least <numbers>', 'Of several tries: how often at least k pass, such as 3', numbers),
    value: repeatable('--value <given=meant>', 'What a value of the file means, such as 1=a', assignment),
    ...attackFlags,
    ...peopleFileFlags(LABEL_FIELDS, 'labels=rater1,rater2'),
    quiet: quietFlag,
  },
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule measure judge verdicts.jsonl',
    'groundrule measure judge labels.csv --field predicted=model --field labels=rater1,rater2,rater3',
    'groundrule measure judge verdicts.jsonl --against others.jsonl --field cluster=task',
    'groundrule measure judge pairs.json --value 1=a --value 2=b --format html --out judge.html',
    'groundrule measure judge answers.jsonl --attacks --checklist list.yaml --score healthbench --model gpt-4.1-mini',
  ],
  run: async (session, file) => {
    const { flags } = session;
    if (flags.attacks === true) return measureAttacks(session, file);
    const read = (reference: string) => readLabels(session, reference, flags.field, new Map(flags.value ?? []));
    const { resamples, seed, against, passAt, atLeast } = flags;
    const scale = scaleNamed(flags.scale);
    const rows = await read(file);
    const measured = measureJudge(rows, { scale, resamples, seed, passAt, atLeast });
    const others = against === undefined ? [] : [{ name: against, rows: await read(against) }];
    const isSameName = against !== undefined && basename(file) === basename(against);
    const named = [{ name: file, rows }, ...others].map((judge) => ({
      ...judge,
      name: isSameName ? judge.name : basename(judge.name),
    }));
    const differences = differencesOf(named, { resamples, seed, scale: measured.scale });
    if (against !== undefined && resamples !== 0 && differences.length === 0)
      throw new InputError(
        `${file} and ${against} have no two rows in common, by their ids, with a label and both verdicts.`,
        {
          advice: '--field id=… says where the id of a row stands.',
        },
      );
    if ((passAt ?? atLeast) !== undefined && measured.tries.length === 0)
      throw new InputError(`Nothing in ${file} says which of several tries pass.`, {
        advice:
          'Give samples of yes and no, or 1 and 0 (--value says what a value means, such as --value good=yes), or candidates of a group with true scores from 0 to 1.',
      });
    const result = against === undefined ? measured : { ...measured, differences };
    await session.print((layout) => renderMeasuredJudge(result, flags.format, layout));
    const oneSided = measured.scale === 'category' ? oneSidedText(oneSidedCategories(rows)) : null;
    if (oneSided !== null) session.progress.warn(oneSided);
    return measured.figures.length === 0 ? EXIT.notDecided : EXIT.done;
  },
});

const ratingsCommand = defineCommand({
  name: 'ratings',
  description:
    'Measure what people say of criteria, by system: utility, obviousness, agreement, and what responses fail',
  arguments: [
    [
      '<file>',
      'JSON Lines, a JSON list or CSV: system, criterion, utility (1–3) and obviousness (0 or 1) by one or several people, perhaps instruction and data; “-” for stdin',
    ],
  ],
  flags: {
    verdicts: repeatable(
      '--verdicts <file>',
      'What “judge --data … --rows” wrote of responses to the same criteria: how often they fail, by obviousness',
      asTyped,
    ),
    ...peopleFileFlags(RATING_FIELDS, 'utility=rater1,rater2'),
  },
  examples: [
    'groundrule measure ratings ratings.csv --field utility=u1,u2,u3 --field obviousness=o1,o2,o3',
    'groundrule measure ratings ratings.jsonl --verdicts verdicts.jsonl --format html --out ratings.html',
  ],
  run: async (session, file) => {
    const { flags } = session;
    const rated = await readRatings(session, file, flags.field);
    const measured = measureRatings(rated, await readJudgedDrafts(session, flags.verdicts ?? []), flags);
    await session.print((layout) => renderMeasuredRatings(measured, flags.format, layout));
  },
});

const categoriesCommand = defineCommand({
  name: 'categories',
  description: 'Measure how well categories of criteria are named beside people: precision, recall, F1',
  arguments: [
    [
      '<file>',
      'JSON Lines, a JSON list or CSV: the categories that were predicted, and the labels of one or several people; “-” for stdin',
    ],
  ],
  flags: peopleFileFlags(CATEGORY_FIELDS, 'labels=rater1,rater2'),
  examples: [
    'groundrule measure categories categories.jsonl',
    'groundrule measure categories categories.csv --field predicted=model --field labels=rater1,rater2,rater3',
  ],
  run: async (session, file) => {
    const { flags } = session;
    const measured = measureCategories(await readCategories(session, file, flags.field), flags);
    await session.print((layout) => renderMeasuredCategories(measured, flags.format, layout));
    return measured.perItem.f1.scored === 0 ? EXIT.notDecided : EXIT.done;
  },
});

const labelsCommand = defineCommand({
  name: 'labels',
  description: 'Measure labels that people gave, of items, instructions or anything: how often each, and agreement',
  arguments: [
    ['<file>', 'JSON Lines, a JSON list or CSV: labels by one or several people, perhaps a group; “-” for stdin'],
  ],
  flags: peopleFileFlags(PEOPLE_LABEL_FIELDS, 'labels=rater1,rater2'),
  examples: [
    'groundrule measure labels questions.csv --field labels=kind --field group=dataset',
    'groundrule measure labels items.jsonl --field labels=rater1,rater2,rater3 --format html --out labels.html',
  ],
  run: async (session, file) => {
    const { flags } = session;
    const measured = measureLabels(await readPeopleLabels(session, file, flags.field), flags);
    await session.print((layout) => renderMeasuredLabels(measured, flags.format, layout));
    return measured.labels.length === 0 ? EXIT.notDecided : EXIT.done;
  },
});

export const command = defineGroup({
  name: 'measure',
  description: 'Measure whether criteria, a judge, or checklists, can be trusted',
  commands: [criteriaCommand, judgeCommand, ratingsCommand, categoriesCommand, labelsCommand, policiesCommand],
  examples: ['groundrule measure criteria cs_1a2b3c', 'groundrule measure judge verdicts.jsonl'],
});

function scaleNamed(typed: string | undefined): Scale | undefined {
  const scale = SCALES.find((each) => each === typed);
  if (typed === undefined || scale !== undefined) return scale;
  throw new InputError(`“${typed}” is no --scale of verdicts.`, { advice: `They are ${SCALES.join(', ')}.` });
}

function twoNames(typed: string): readonly string[] {
  const found = names(typed);
  if (found.length === 2) return found;
  throw new InvalidArgumentError('It must be the names of two systems with a comma between, the better one first.');
}

function numbers(typed: string): readonly number[] {
  const values = typed.split(',').map((each) => Number(each.trim() === '' ? NaN : each));
  if (values.every((value) => Number.isInteger(value) && value > 0)) return values;
  throw new InvalidArgumentError('It must be whole numbers above 0, with commas between.');
}
