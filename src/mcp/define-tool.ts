/** A tool: its description, its input, what it does, and how its result or error becomes an answer. */
import type { McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Scope } from '../domain/api-key.ts';
import { problemOf, ProblemError } from '../service/problems.ts';
import { printableJson } from '../text/printable.ts';
import type { ToolContext, McpContext } from './ask.ts';

interface Definition<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<object>;
}

export interface Tool {
  readonly scope: Scope;
  readonly register: (server: McpServer, context: McpContext & Pick<ToolContext, 'caller'>) => void;
}

export function defineTool<Input extends z.ZodObject>({ name, scope, input, run, ...shown }: Definition<Input>): Tool {
  return {
    scope,
    register: (server, context) => {
      const inputSchema: z.ZodObject = input;
      server.registerTool(name, { ...shown, inputSchema }, (values, { mcpReq: request }) =>
        answer(context, () => run(input.parse(values), { ...context, request })),
      );
    },
  };
}

/** Errors are answers, too: the agent reads what it can do about them. */
async function answer({ log }: McpContext, work: () => Promise<object>) {
  try {
    const text = printableJson(await work());
    const structuredContent = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    return { content: [{ type: 'text' as const, text }], structuredContent };
  } catch (error) {
    const { status, detail, advice } = problemOf(error);
    // The errors of jobs are logged by their runner.
    if (status >= 500 && !(error instanceof ProblemError))
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const text = [detail, advice].filter((part) => part !== undefined).join(' ');
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}
