/** Asks autoevals: `{"baseUrl", "graders", "input", "output"}` on stdin, one result of its classifier for each on stdout. */
import { LLMClassifierFromTemplate } from 'autoevals';
import process from 'node:process';
import { json } from 'node:stream/consumers';

const { baseUrl, graders, input, output } = await json(process.stdin);
const call = { model: 'scripted', openAiApiKey: 'none', openAiBaseUrl: baseUrl };
const results = [];
for (const grader of graders) results.push(await LLMClassifierFromTemplate(grader)({ ...call, input, output }));
process.stdout.write(JSON.stringify(results));
