/** The messages of a prompt with its variables filled in. */
import type { ChatMessage, LoadedPrompt, PromptText } from '../domain/model.ts';
import { PLACEHOLDER } from './prompt.ts';

/** Values are not read as templates. @throws Error (a bug) if a variable is missing or unknown */
export function renderPrompt(
  prompt: LoadedPrompt,
  variables: Readonly<Record<string, PromptText | number>>,
): ChatMessage[] {
  const unknown = Object.keys(variables).find((name) => !prompt.variables.includes(name));
  if (unknown !== undefined) throw new Error(`The prompt ${prompt.id} has no variable “${unknown}”.`);
  return prompt.messages.map(({ role, template }) => ({
    role,
    content: template.replace(PLACEHOLDER, (_, spaced: string) => {
      const name = spaced.trim();
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (value === undefined) throw new Error(`The prompt ${prompt.id} needs the variable “${name}”.`);
      return String(value);
    }),
  }));
}
