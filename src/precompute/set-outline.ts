/** The parts of a stored set that caches count, name and hash: reading a whole set takes ten times as long. */
import { z } from 'zod';
import { asWritten, CriteriaSetContent, RunRecord, SCHEMA_VERSION, type CriteriaSet } from '../domain/criteria-set.ts';
import { CriteriaSetId } from '../domain/ids.ts';
import { ExtractionId } from '../domain/page.ts';
import type { SetJson, StorePort } from '../domain/ports.ts';

const Extraction = z.object({ extraction: ExtractionId.nullable() });
const Asked = CriteriaSetContent.pick({
  task: true,
  parent: true,
  guideTo: true,
  mode: true,
  engine: true,
  parameters: true,
});

/** A whole set is one, too. */
const SetOutline = z.object({
  id: CriteriaSetId,
  content: z.object({
    ...Asked.shape,
    schemaVersion: z.literal(SCHEMA_VERSION),
    unanswered: CriteriaSetContent.shape.unanswered,
    sources: z.array(Extraction.extend({ decision: z.string(), finalUrl: z.string() })),
    criteria: z.array(z.object({ evidence: z.array(Extraction) })),
  }),
  run: z.object(RunRecord.pick({ startedAt: true, sources: true }).shape),
});
export type SetOutline = z.infer<typeof SetOutline> & Pick<CriteriaSet, 'formerContent'>;

export interface OutlinedSet {
  readonly outline: SetOutline;
  readonly written: ReturnType<typeof asWritten>;
  readonly json: SetJson;
}

/** Null: the store has no such set. @throws UnavailableError where it cannot be read */
export async function readOutline(store: StorePort, id: string): Promise<OutlinedSet | null> {
  const json = await store.getSetJson(id);
  if (json === null) return null;
  const written = writtenSet(id, json.content, json.run);
  const outline = SetOutline.safeParse(written).data;
  if (outline !== undefined && written !== null) return { outline, written, json };
  // Of another version, or damaged, which the store says.
  const set = await store.getSet(id);
  return set === null ? null : { outline: set, written: asWritten(set), json };
}

/** The content of a stored set; the parts that no outline has were checked when it was stored. */
export async function readContent(store: StorePort, id: string): Promise<CriteriaSetContent | null> {
  const stored = await readOutline(store, id);
  if (stored === null) return null;
  const content = stored.outline.formerContent === undefined ? stored.written.content : stored.outline.content;
  return content as CriteriaSetContent;
}

/** The same as it is stored, unread; null: there is none of this version. */
export async function readContentJson(store: StorePort, id: string): Promise<string | null> {
  const json = await store.getSetJson(id);
  return json?.content.startsWith(THIS_VERSION) === true ? json.content : null;
}

const THIS_VERSION = `{"schemaVersion":${SCHEMA_VERSION},`;

/** Null: it is no JSON. */
function writtenSet(id: string, content: string, run: string): OutlinedSet['written'] | null {
  try {
    const parts: Readonly<Record<'content' | 'run', unknown>> = { content: JSON.parse(content), run: JSON.parse(run) };
    return { id, ...parts } as OutlinedSet['written'];
  } catch {
    return null;
  }
}
