/** How the value of each kind of setting is checked: text of a flag or of the environment, or a value of a program or a config file. */
import { z } from 'zod';
import { LANGUAGES, languageOf } from '../domain/language.ts';
import { separatorOf, type RoleNumbersSetting, type Setting } from './setting-kinds.ts';

const made = new Map<Setting, z.ZodType>();

/** A missing value comes out as the setting's default. */
export function schemaOf(setting: Setting): z.ZodType {
  const schema = made.get(setting) ?? makeSchema(setting);
  made.set(setting, schema);
  return schema;
}

function makeSchema(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case 'whole':
      return number(z.number().int().min(setting.bounds.min).max(setting.bounds.max)).default(setting.preset);
    case 'switch':
      return z.union([z.boolean(), z.stringbool()]).default(false);
    case 'language':
      return orNull(language);
    case 'choice':
      return orNull(z.enum(setting.choices ?? []));
    case 'amount':
      return orNull(number(z.number().positive()));
    case 'count':
      return orNull(number(z.number().int().positive()));
    case 'text':
    case 'path':
      return orNull(z.string().min(1).refine(isStorable, 'holds a NUL or half a character (a lone surrogate)'));
    case 'date':
      return orNull(z.iso.date());
    case 'names':
    case 'hosts':
      return listOf(setting, z.string());
    case 'folders': {
      // Colons, which divide those of the environment, are in names of folders, too.
      const folder = z.string().min(1);
      return z.union([z.array(folder), folder.transform((one) => [one])]).default([]);
    }
    case 'domains':
      return listOf(setting, domainName);
    case 'addresses':
      return listOf(setting, webAddress);
    case 'roleModels': {
      const byRole = z.record(z.string(), z.string().min(1));
      return z.union([byRole, listOf(setting, z.string()).transform(toRoleModels)]).default({});
    }
    case 'roleNumbers':
      return roleNumbers(setting);
  }
}

/** A number or its text. `z.coerce` would read null as 0 and true as 1. */
const number = (schema: z.ZodType) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), schema);

const orNull = (schema: z.ZodType) => schema.nullable().default(null);

/** A list, or text that its separator divides. */
function listOf(setting: Setting, item: z.ZodType<string, string>): z.ZodType<string[]> {
  const text = z.string().min(1);
  const divided = text.transform((all) => dividedBy(setting, all)).pipe(z.array(text).min(1));
  // Items are checked after the union, which would not say what is wrong with one.
  return z
    .union([z.array(text), divided])
    .default([])
    .pipe(z.array(item));
}

/** The values that its separator divides; one that trails or stands twice adds none. */
export function dividedBy(setting: Setting, all: string): string[] {
  const parts = all
    .split(separatorOf(setting) === ' ' ? /\s+/u : (separatorOf(setting) ?? ','))
    .map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** Without fragment, which names a place in a page and not a page. */
const webAddress = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/u.test(url.protocol))
    context.addIssue({ code: 'custom', message: `“${text}” is not an http or https URL` });
  else if (url.username !== '' || url.password !== '')
    context.addIssue({ code: 'custom', message: 'an address with a name or a password is never fetched' });
  else url.hash = '';
  return url?.href ?? text;
});

/** In lower case, and in ASCII as browsers write it. */
export const domainName = z.string().transform((text, context) => {
  const address = `http://${text}/`;
  const host = URL.canParse(address) ? new URL(address).host : '';
  const name = host.replace(/^\*?\./u, '').replace(/\.$/u, '');
  if (name === '' || /[/@:?#\s]/u.test(text.replace(/^\[.*\]$/u, '')))
    context.addIssue({ code: 'custom', message: `“${text}” is not a domain or a host, such as example.org` });
  return name;
});

const language = z.string().transform((text, context) => {
  const found = languageOf(text);
  const known = LANGUAGES.map(({ tag }) => tag).join(', ');
  if (found === null)
    context.addIssue({
      code: 'custom',
      message: `“${text}” is an unsupported language; use ${known}`,
    });
  return found?.tag ?? text;
});

/** A number, a table, or “number” and “role=number” texts. */
function roleNumbers(setting: RoleNumbersSetting): z.ZodType {
  const { bounds, isWhole } = setting;
  const within = z.number().min(bounds.min).max(bounds.max);
  const byRole = z.record(z.string(), isWhole ? within.int() : within);
  const table = z.record(z.string(), z.number());
  const given = z.union([
    z.number().transform((all): Record<string, number> => ({ all })),
    table,
    listOf(setting, z.string()).transform(toRoleNumbers),
  ]);
  return given.default({}).pipe(byRole);
}

function toRoleNumbers(texts: readonly string[], context: z.RefinementCtx): Record<string, number> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, role = 'all', number] = /^(?:([a-z-]+)=)?(-?[\d.]+)$/.exec(text) ?? [];
      if (number === undefined || Number.isNaN(Number(number)))
        context.addIssue({ code: 'custom', message: `“${text}” is not a number, or of the form role=number` });
      return [role, Number(number)];
    }),
  );
}

function toRoleModels(texts: readonly string[], context: z.RefinementCtx): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, role, model] = /^([a-z-]+)=(.+)$/.exec(text) ?? [];
      if (role === undefined || model === undefined)
        context.addIssue({ code: 'custom', message: `“${text}” is not of the form role=model` });
      return [role ?? text, model ?? ''];
    }),
  );
}

/** Records hold these texts, and not every database takes all. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}
