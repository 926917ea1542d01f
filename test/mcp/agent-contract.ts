/** What every door for agents holds to, whichever way they connect and whichever protocol they speak. */
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createGroundrule } from '../../src/groundrule.ts';

export const INSTRUCTION = 'Write a cover letter for a junior data analyst';
/** As clients of the 2025 protocol connect, and those of 2026. */
export type Era = 'legacy' | 'auto';
export type Connect = (era: Era) => Promise<Client>;

/** The answer of a tool as a program reads it; text and data say the same. */
export async function ask(agent: Client, name: string, given: Record<string, unknown>, options = {}) {
  const { content, structuredContent, isError } = await agent.callTool({ name, arguments: given }, options);
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  if (isError !== true) expect(JSON.parse(text)).toEqual(structuredContent);
  return { text, data: structuredContent as never as Record<string, never>, isError: isError === true };
}

export function holdsAsDoorForAgents(connect: Connect, eras: readonly Era[] = ['legacy', 'auto']): void {
  describe.each(eras)('%s', (era) => {
    it('lists tools that say when to use them, and take no server, path or proxy', async () => {
      const { tools } = await (await connect(era)).listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'discover_criteria',
        'list_criteria_sets',
        'get_criteria_set',
        'explain_criterion',
        'judge_response',
        'compare_responses',
        'refine_response',
        'get_job',
        'cancel_job',
      ]);
      const fields = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
      expect(
        fields.filter((field) => /url|host|path|file|proxy|librar|search|model|store|key|prompt/iu.test(field)),
      ).toEqual([]);
      for (const { description = '', inputSchema } of tools) {
        expect(description.length).toBeGreaterThan(80);
        expect(inputSchema['additionalProperties']).toBe(false);
      }
    });

    it('discovers the set that the library does, explains it and judges by it', async () => {
      const agent = await connect(era);
      const told: { progress: number; message?: string }[] = [];
      const { data, text } = await ask(
        agent,
        'discover_criteria',
        { instruction: INSTRUCTION },
        {
          onprogress: (progress: { progress: number; message?: string }) => told.push(progress),
        },
      );
      const library = await createGroundrule({ store: 'memory' });
      const set = await library.discover(INSTRUCTION);
      await library.close();
      expect(data, text).toMatchObject({ status: 'done', set: set.id, incomplete: null });

      const numbers = told.map(({ progress }) => progress);
      expect(numbers.length).toBeGreaterThan(8);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(told.map(({ message }) => message)).toContain('queries: 1 to do');
      expect(told.at(-1)?.message).toMatch(/^(?:filtering|ranking): /u);

      expect((await ask(agent, 'get_criteria_set', { set: set.id, top: 2 })).data['criteria']).toHaveLength(2);
      const listed = await ask(agent, 'list_criteria_sets', { words: 'junior DATA' });
      expect(listed.data['sets']).toEqual([expect.objectContaining({ set: set.id })]);
      expect((await ask(agent, 'list_criteria_sets', { words: 'haiku' })).data['sets']).toEqual([]);

      const criterion = set.content.criteria[0];
      const why = await ask(agent, 'explain_criterion', { set: set.id.slice(0, 9), criterion: criterion?.id });
      const quote = criterion?.evidence[0]?.quote ?? '';
      expect(why.data).toMatchObject({
        text: criterion?.text,
        record: 'passed',
        evidence: expect.arrayContaining([
          expect.objectContaining({ quote, passage: expect.stringContaining(`»${quote}«`) as string }),
        ]) as unknown[],
      });

      const judged = await ask(agent, 'judge_response', {
        response: 'Dear committee, here is a short letter.',
        checklist: [
          { text: 'It has at most 20 words.', check: 'words <= 20' },
          { text: 'It names the salary.', check: 'phrase "salary"' },
        ],
      });
      expect(judged.data).toMatchObject({ judge: 'code', passRate: { rate: 0.5, yes: 1, no: 1 } });
      const bySet = await ask(agent, 'judge_response', {
        response: 'Dear committee.',
        checklist: { set: set.id, top: 3 },
      });
      expect(bySet.data['passRate']).toMatchObject({ rate: null, unscored: 3 });
      const compared = await ask(agent, 'compare_responses', {
        ...{ a: 'Five words are in here.', b: 'No.', instruction: 'Write five words.' },
        checklist: [{ text: 'It has at least 5 words.', check: 'words >= 5' }],
      });
      expect(compared.data['result']).toMatchObject({ status: 'scored', winner: 'a' });
    });

    it('answers what goes wrong with what to do about it', async () => {
      const agent = await connect(era);
      const errors = [
        ['get_criteria_set', { set: `cs_${'0'.repeat(24)}` }, /There is no set .* list_criteria_sets/u],
        ['get_criteria_set', { set: '../../etc/passwd' }, /set/u],
        ['discover_criteria', { instruction: ' ' }, /instruction/u],
        ['discover_criteria', { instruction: 'Write a toast', baseUrl: 'http://127.0.0.1:1' }, /baseUrl/u],
        ['discover_criteria', { instruction: 'Write a toast', library: '/etc' }, /library/u],
        ['judge_response', { response: 'x', checklist: [] }, /checklist/u],
        ['refine_response', { response: 'x', checklist: ['Is it short?'] }, /needs a model/u],
        ['get_job', { job: 'job_of_another' }, /There is no job/u],
      ] as const;
      for (const [name, given, message] of errors) {
        const { text, isError } = await ask(agent, name, given);
        expect(isError, name).toBe(true);
        expect(text).toMatch(message);
        expect(text).not.toMatch(/ at \/|node_modules/u);
      }
      await expect(agent.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow('delete_everything');
    });

    it('has stored sets as resources', async () => {
      const agent = await connect(era);
      const { data } = await ask(agent, 'discover_criteria', { instruction: INSTRUCTION });
      const uri = `groundrule://sets/${String(data['set'])}`;
      expect(data['resource']).toBe(uri);
      const { resources } = await agent.listResources();
      expect(resources).toEqual([expect.objectContaining({ uri, title: INSTRUCTION })]);
      const [report] = (await agent.readResource({ uri })).contents;
      expect(report).toMatchObject({
        mimeType: 'text/markdown',
        text: expect.stringMatching(/^# Criteria: /u) as string,
      });
      const [record] = (await agent.readResource({ uri: `${uri}/record` })).contents;
      expect(JSON.parse(record !== undefined && 'text' in record ? record.text : '')).toMatchObject({
        id: data['set'],
      });
      const { completion } = await agent.complete({
        ref: { type: 'ref/resource', uri: 'groundrule://sets/{id}' },
        argument: { name: 'id', value: String(data['set']).slice(0, 6) },
      });
      expect(completion.values).toEqual([data['set']]);
      await expect(agent.readResource({ uri: 'groundrule://sets/cs_none' })).rejects.toThrow('not found');
    });

    it('goes on with what takes longer than it is waited for, under an id', async () => {
      const agent = await connect(era);
      const { data } = await ask(agent, 'discover_criteria', { instruction: 'Write a wedding toast', waitSeconds: 0 });
      expect(data).toMatchObject({ status: 'running', job: expect.stringMatching(/^job_/u) as string });
      const later = await ask(agent, 'get_job', { job: data['job'] });
      expect(later.data).toMatchObject({ status: 'done', set: expect.stringMatching(/^cs_/u) as string });
    });
  });
}
