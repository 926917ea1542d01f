/** The OpenAPI document as pages to read, without scripts: all operations on one, each schema on its own. */
import { isProblemKind, problem } from '../jobs/queue/problem.ts';
import { blocksHtml, htmlDocument } from '../report/html.ts';
import { STYLE } from '../report/html-style.ts';
import { markup, type Html } from '../report/markup.ts';
import { facts, lines, list, paint, say, section, type Fact, type Inline, type ListItem } from '../report/report.ts';
import type { ServiceApp } from './service.ts';

export type ApiDescription = ReturnType<ServiceApp['getOpenAPI31Document']>;
type Operation = NonNullable<NonNullable<ApiDescription['paths']>[string]['get']>;
type Content = Readonly<Record<string, { readonly schema?: object }>>;

export const REFERENCE_STYLE = `${STYLE}
pre { overflow-x: auto; padding: .75rem; background: var(--card); border: 1px solid var(--line); border-radius: .7rem; font-size: .88rem; }
main { max-width: 62rem; } summary .strong { font-family: ui-monospace, monospace; } nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; } .schemas { columns: 12rem; }`;

const METHODS = ['get', 'post', 'delete'];

export function referencePage({ info, paths = {}, components = {} }: ApiDescription): Promise<string> {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Operation>>)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ address: `${method.toUpperCase()} ${path}`, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
  const parts = tags.map((tag) => {
    const shown = operations.filter(({ operation }) => operation.tags?.includes(tag));
    const items = shown.map(({ address, operation }) => operationItem(address, operation));
    return { tag, blocks: [section(tag, list(items))] };
  });
  const names = Object.keys(components.schemas ?? {}).sort();
  return page(
    `${info.title} ${info.version}: reference`,
    markup`<h1>${info.title} ${info.version}</h1>
<p>${info.description ?? ''} For programs: <a href="/openapi.json">OpenAPI 3.1</a>. <a href="/">To the pages</a></p>
<nav aria-label="Contents">${[...tags, 'Schemas'].map((tag) => markup`<a href="#${tag}">${tag}</a>`)}</nav>
${parts.map(({ tag, blocks }) => markup`<div id="${tag}">${blocksHtml(blocks)}</div>`)}
<div id="Schemas" class="schemas">${blocksHtml([section('Schemas', list(names.map((name) => ({ head: schemaLink(name) }))))])}</div>`,
  );
}

/** @returns null where there is no such schema */
export async function schemaPage({ components: { schemas = {} } = {} }: ApiDescription, name: string) {
  if (!Object.hasOwn(schemas, name)) return null;
  const text = JSON.stringify(schemas[name], null, 2);
  const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/gu)].map(([, other = '']) => other));
  const links = [...used].flatMap((other, index) => [index === 0 ? '' : ', ', schemaLink(other)]);
  return page(
    `${name}: schema`,
    markup`<p><a href="/docs#Schemas">All schemas</a></p>
<h1>${name}</h1>
${blocksHtml([lines(links.length === 0 ? null : say`It uses ${links}.`)])}<pre tabindex="0">${text}</pre>`,
  );
}

/** The meaning of a kind of problem, at the address that problems name as their type. @returns null: no such kind */
export async function problemPage(kind: string): Promise<string | null> {
  if (!isProblemKind(kind)) return null;
  const { title, status } = problem(kind, '');
  return page(
    title,
    markup`<p><a href="/docs">Reference</a></p>
<h1>${title}</h1>
<p>Status ${status}. “detail” says what is wrong, “advice” what to do, and “errors” where in the request it lies.</p>`,
  );
}

function page(title: string, body: Html): Promise<string> {
  const head = markup`<link rel="stylesheet" href="/docs/reference.css">\n`;
  return htmlDocument({ title, head, body: markup`<main>${body}</main>` });
}

function operationItem(address: string, operation: Operation): ListItem {
  const { operationId = '', summary = '', description = '', parameters = [], requestBody, responses = {} } = operation;
  const fields = parameters.flatMap((field): Fact[] => {
    if (!('in' in field)) return [];
    return [
      {
        name: `${field.name} (${field.in})`,
        value: `${field.description ?? ''}${field.required ? ' (required)' : ''}`,
      },
    ];
  });
  const body = requestBody !== undefined && 'content' in requestBody ? contentText(requestBody.content) : [];
  const answers = Object.entries<{ readonly description: string; readonly content?: Content }>(responses);
  const isRefusal = ([status]: readonly [string, unknown]) => Number(status) >= 400;
  const refused = answers.filter(isRefusal).map(([status]) => status);
  const problems = { [refused.join(', ')]: schemaLink('Problem') };
  return {
    head: say`${paint.strong(address)} ${paint.soft(summary)}`,
    id: operationId,
    isFolded: true,
    blocks: [
      lines(description),
      section('Input', { kind: 'facts', parts: [...fields, ...body.map((value) => ({ name: 'body', value }))] }),
      section(
        'Answers',
        facts({
          ...Object.fromEntries(
            answers
              .filter((answer) => !isRefusal(answer))
              .map(([status, { description: meaning, content = {} }]) => [
                status,
                [meaning, ...contentText(content).map((text): Inline => [' · ', text])],
              ]),
          ),
          ...(refused.length > 0 && problems),
        }),
      ),
    ],
  };
}

/** Of each media type: its schema, and its name. */
function contentText(content: Content): readonly Inline[] {
  return Object.entries(content).map(([type, { schema = {} }]) => {
    const reference = '$ref' in schema ? String(schema.$ref) : null;
    return reference === null ? type : say`${schemaLink(reference.replace(/^.*\//u, ''))} ${type}`;
  });
}

function schemaLink(name: string): Inline {
  return { text: name, path: `/docs/schemas/${name}` };
}
