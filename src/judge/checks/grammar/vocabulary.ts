/** Words that several rules share, as sources of regular expressions. */
import { oneOf } from './inflect.ts';
import { DOCUMENT_NOUN, MODIFIER } from './places.ts';

/** What an order may name as its object. */
export const IT = `(?: (?:it|everything|all of it|the whole thing|(?:the|your|its|this|each) (?:entire |whole |full )?(?:${MODIFIER})?${DOCUMENT_NOUN}))?`;

/** How a text is brought into a form or length. */
export const PARTICIPLE = oneOf(
  'written, wrapped, enclosed, set, put, said, cut, cut down, spread, distributed, grouped, answered, boiled down, trimmed, reduced, shortened, kept, split, split up, divided, divided up, broken, broken up, broken down, organised, organized, structured, presented, limited, restricted, confined, laid out, set out, arranged, given, expressed, told, delivered, composed, made, made up, condensed, summed up, summarised, summarized, formatted, separated, contained, held, squeezed, fitted, packed, typed, printed, shown, rendered, provided, returned, supplied, cast, phrased, done, wrapped up, conveyed, covered, capped, stated, displayed, listed, created, drafted, produced, output, prepared, compressed, offered, spelled out, spelt out, laid down, packaged, encoded, crafted, worded, styled, captured, published, compiled, retold, rewritten, answered',
);
export const ALL_OF_IT =
  '(?:entirely|only|completely|solely|exclusively|wholly|all|fully|purely|strictly|consistently|totally|nothing but)';

/** "… rows, not counting the header". */
export const BESIDES_HEADER =
  '(?: ,? ?(?:\\( )?(?:below|beneath|under|underneath|after|following|not counting|not including|excluding|ignoring|besides|beside|apart from|aside from|plus|without|in addition to|on top of) (?:the |a |its )?(?:headers?|column names|titles?|head)(?: row| line)?(?: \\))?)?';

/** The verbs of questions: "is", "does", "has", "should". */
export const ASKING = '(?:is|are|was|were|does|do|did|has|have|should|must|will|can|would|may|shall)';

export const MODAL =
  '(?:should|must|shall|will|would|can|may|might|ought to|has to|have to|needs? to|is to|are to|(?:is|are) (?:required|expected|supposed|meant|asked|allowed|going) to|do|does|did|has been|have been)';
