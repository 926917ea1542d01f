/** PDF to a draft page. Each block has the number of its first page. */
import { z } from 'zod';
import { messageOf } from '../../domain/errors.ts';
import { tidy, UnreadableError, type Draft } from '../draft.ts';
import { chooseByline, firstDate } from '../html/metadata.ts';
import { linesToBlocks } from '../lines-to-blocks.ts';
import { joinPages, layOutLines, type TextItem } from './lay-out-lines.ts';

/** @throws UnreadableError if the file is broken or encrypted */
export async function extractPdf(bytes: Uint8Array): Promise<Draft> {
  const { getDocumentProxy } = await import('unpdf');
  // Copy: pdf.js transfers the buffer.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: unknown) => {
    throw new UnreadableError(`the PDF cannot be opened: ${messageOf(error)}`);
  });
  try {
    const pages = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const texts = items.filter((item): item is typeof item & TextItem => 'str' in item);
      pages.push(layOutLines(texts, number));
      page.cleanup();
    }
    const metadata = readMetadata(await document.getMetadata());
    const blocks = linesToBlocks(joinPages(pages), true);
    const heading = blocks.find((block) => block.kind === 'heading' && block.level === 1);
    return { ...metadata, title: metadata.title ?? heading?.text ?? null, blocks };
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError(`the PDF cannot be read: ${messageOf(error)}`);
  } finally {
    await document.destroy();
  }
}

const text = z.string().transform(tidy).catch('');
const Info = z.looseObject({ Title: text, Author: text, CreationDate: text, Language: text });
const FILE_NAME = /\.(?:docx?|pdf|indd|tex|odt|pptx?)$|^(?:untitled|microsoft word\b.*)$/i;

function readMetadata(metadata: { readonly info: unknown }): Omit<Draft, 'blocks'> {
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
