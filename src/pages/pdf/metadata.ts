/** Title, author, date and language from a PDF's information dictionary. */
import { z } from 'zod';
import { tidy, type Draft } from '../draft.ts';
import { chooseByline, firstDate } from '../html/metadata.ts';

const text = z.string().transform(tidy).catch('');
const Info = z.looseObject({ Title: text, Author: text, CreationDate: text, Language: text });

/** Titles that writing programs put there unasked. */
const FILE_NAME = /\.(?:docx?|pdf|indd|tex|odt|pptx?)$|^(?:untitled|microsoft word\b.*)$/i;

export function readPdfMetadata(metadata: { readonly info: unknown }): Omit<Draft, 'blocks'> {
  const info = Info.safeParse(metadata.info).data;
  const title = info?.Title ?? '';
  return {
    title: title === '' || FILE_NAME.test(title) ? null : title,
    byline: chooseByline([info?.Author ?? null]),
    site: null,
    publishedOn: firstDate([info?.CreationDate.replace(/^D:(\d{8}).*$/, '$1') ?? null]),
    declaredLanguage: info?.Language === undefined || info.Language === '' ? null : info.Language,
  };
}
