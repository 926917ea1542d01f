/** Asks openevals: `{"baseUrl", "graders", "input", "output"}` on stdin, one result of createLLMAsJudge for each on stdout. */
import process from 'node:process';
import { json } from 'node:stream/consumers';
import OpenAI from 'openai';
import { createLLMAsJudge } from 'openevals';

const { baseUrl, graders, input, output } = await json(process.stdin);
const judge = new OpenAI({ baseURL: baseUrl, apiKey: 'none' });
const results = [];
for (const grader of graders)
  results.push(await createLLMAsJudge({ ...grader, judge, model: 'scripted' })({ inputs: input, outputs: output }));
process.stdout.write(JSON.stringify(results));
