/** The OpenAPI document as pages to read, without scripts: all operations on one, each schema on its own. */
import { html } from 'hono/html';
import { isProblemKind, problem } from '../jobs/queue/problem.ts';

export interface Described {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, { schema?: unknown }>> }>
  >;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

export const referenceStyles = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfaf7; --card: #fff; --line: #e2ded5; --accent: #1d5f8a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a3a9b3; --paper: #15181d; --card: #1d2128; --line: #343a44; --accent: #86c5ee; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
a { color: var(--accent); } h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { margin: 2.2rem 0 .6rem; font-size: 1.2rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; list-style: none; padding: 0; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; margin: .5rem 0; padding: .5rem 1rem; }
summary { cursor: pointer; } summary code { font-weight: 600; } summary span { color: var(--soft); }
dl { display: grid; grid-template-columns: minmax(5rem, max-content) minmax(0, 1fr); gap: .15rem 1rem; margin: .5rem 0; font-size: .92rem; }
dt { color: var(--soft); } dd { margin: 0; } h3 { font-size: .95rem; margin: .8rem 0 0; }
pre { overflow-x: auto; padding: .75rem; background: var(--card); border: 1px solid var(--line); border-radius: .7rem; font-size: .88rem; }
.schemas { columns: 12rem; list-style: none; padding: 0; }
@media (max-width: 40rem) { dl { grid-template-columns: minmax(0, 1fr); } dd { margin: 0 0 .4rem; } main { padding: 1rem 1rem 3rem; } }
`;

const isOperation = ([method]: readonly [string, unknown]) => /^(?:get|post|put|patch|delete)$/u.test(method);

export async function referencePage({ info, paths = {}, components = {} }: Described): Promise<string> {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>)
      .filter(isOperation)
      .map(([method, operation]): Listed => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
  const sections = tags.map(
    (tag) =>
      html`<section>
        <h2 id="${tag}">${tag}</h2>
        ${operations.filter(({ operation }) => operation.tags?.includes(tag)).map(operationHtml)}
      </section>`,
  );
  const names = Object.keys(components.schemas ?? {}).sort();
  return documentOf(
    `${info.title} ${info.version}: reference`,
    html`<h1>${info.title} ${info.version}</h1>
      <p>
        ${info.description ?? ''} For programs: <a href="/openapi.json">OpenAPI 3.1</a>. <a href="/">To the pages</a>
      </p>
      <nav aria-label="Contents">
        <ul>
          ${[...tags, 'Schemas'].map((tag) => html`<li><a href="#${tag}">${tag}</a></li>`)}
        </ul>
      </nav>
      ${sections}
      <section>
        <h2 id="Schemas">Schemas</h2>
        <ul class="schemas">
          ${names.map((name) => html`<li>${schemaLink(name)}</li>`)}
        </ul>
      </section>`,
  );
}

/** @returns null where there is no such schema */
export async function schemaPage({ components = {} }: Described, name: string): Promise<string | null> {
  const { schemas = {} } = components;
  if (!Object.hasOwn(schemas, name)) return null;
  const text = JSON.stringify(schemas[name], null, 2);
  const used = [...new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/gu)].map(([, other = '']) => other))];
  return documentOf(
    `${name}: schema`,
    html`<p><a href="/docs#Schemas">All schemas</a></p>
      <h1>${name}</h1>
      ${used.length === 0 ? '' : html`<p>It uses ${used.map((other, index) => html`${index === 0 ? '' : ', '}${schemaLink(other)}`)}.</p>`}
      <pre tabindex="0">${text}</pre>`,
  );
}

/** What a kind of problem means: the address that problems name as their type. @returns null: there is no such kind */
export async function problemPage(kind: string): Promise<string | null> {
  if (!isProblemKind(kind)) return null;
  const { title, status } = problem(kind, '');
  return documentOf(
    title,
    html`<p><a href="/docs">Reference</a></p>
      <h1>${title}</h1>
      <p>
        Status ${status}. “detail” says what is wrong, “advice” what to do, and “errors” where in the request it lies.
      </p>`,
  );
}

async function documentOf(title: string, body: ReturnType<typeof html>): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/docs/reference.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
  return String(page);
}

function operationHtml({ path, method, operation }: Listed) {
  const { operationId = '', summary = '', description = '', parameters = [], requestBody, responses } = operation;
  const inputs = [
    ...parameters.map(({ name, in: where, description: text = '', required = false }) => ({
      name: `${name} (${where})`,
      text: html`${text}${required ? ' (required)' : ''}`,
    })),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({
      name: 'body',
      text: html`${schemaOf(schema)} ${type}`,
    })),
  ];
  const facts = (name: string, text: ReturnType<typeof html>) =>
    html`<dt>${name}</dt>
      <dd>${text}</dd>`;
  const outputs = Object.entries(responses).map(([status, { description: meaning, content = {} }]) =>
    facts(
      status,
      html`${meaning}${Object.entries(content).map(([type, { schema }]) => html` · ${schemaOf(schema)} ${type}`)}`,
    ),
  );
  return html`<details id="${operationId}">
    <summary><code>${method.toUpperCase()} ${path}</code> <span>${summary}</span></summary>
    <p>${description}</p>
    ${
      inputs.length === 0
        ? ''
        : html`<h3>Input</h3>
            <dl>${inputs.map(({ name, text }) => facts(name, text))}</dl>`
    }
    <h3>Answers</h3>
    <dl>${outputs}</dl>
  </details>`;
}

function schemaOf(schema: unknown) {
  const ref: unknown = schema !== null && typeof schema === 'object' && '$ref' in schema ? schema.$ref : null;
  return typeof ref === 'string' ? schemaLink(ref.replace(/^.*\//u, '')) : '';
}

function schemaLink(name: string) {
  return html`<a href="/docs/schemas/${name}">${name}</a>`;
}
