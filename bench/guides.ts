/**
 * The offline engine on real guides that a reader marked. `--data DIR` holds a folder for each set: `task.txt` (the
 * instruction), the guides (html, md, pdf, txt) and `marks.json`: [{"file", "quote", "advice", "sameAs"}], the advice
 * that the reader found. Every task is discovered with the folder as its only library. A mark is found where the quote
 * of some criterion overlaps its own; a mark whose quote the extracted page does not hold counts as not found.
 * `--lists DIR` also writes each list of criteria as Markdown, for readers who judge them without seeing more.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { discover, NoGuidanceError, type CriteriaSet } from '../src/index.ts';
import { benchOptions, printTable } from './support.ts';

const Marks = z.array(z.object({ file: z.string(), quote: z.string(), advice: z.string(), sameAs: z.number().nullable() }));
type Mark = z.infer<typeof Marks>[number];
