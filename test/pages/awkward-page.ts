/** A page where a browser's search for a quote has its pitfalls, and quotes that stand in them. */

const FILLER = Array.from(
  { length: 40 },
  (_, index) =>
    `<p>Paragraph ${index + 1} says that a harbour town collected ${index * 7 + 3} letters, and that nobody has read them since the flood.</p>`,
).join('\n');

export function awkwardPage(): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Awkward</title></head><body>
<nav><ul><li><a href="#a">Be brief</a></li><li><a href="#b">Know your reader well</a></li></ul></nav>
<main><article><h1>Writing letters that are read</h1>
${FILLER}
<p>Be brief. A long letter is put aside and not taken up again.</p>
<p>A résumé in two pages is enough for them.</p>
<p>Never attach a resume in two pages, whatever the others may say about it.</p>
<p>Remember: be brief. Name the one thing that you ask for.</p>
<p>Sign the letter by hand.<br>Add your address below.<br>Thank them once.</p>
<p>Read the sample <a href="https://sample.example/">letter aloud<svg width="9" height="9"></svg></a> before you send it.</p>
<p>Choose a <button>Copy</button> plain envelope without a window.</p>
<p>A<b>void</b> jok&shy;es, and write “yes” or “no”, don’t write “perhaps”.</p>
<p>The fold<sup>2</sup> comes first, and the stamp comes last of all.</p>
<pre>To:    the   editor
From:  a reader,  twice
Re:    the harbour</pre>
<table><thead><tr><th>Part</th><th>Length</th><th>Rule</th></tr></thead>
<tbody><tr><td>Opening</td><td>one line</td><td><p>Greet by name.</p><p>Say why you write.</p></td></tr>
<tr><td>Closing</td><td>one line</td><td>Say what comes next.</td></tr></tbody></table>
<h2>Know your reader well</h2>
<p>Ask who opens the post. Ask who answers it.</p>
<ul><li>Keep a copy of each letter<ul><li>with its date on the back</li></ul></li><li>Keep a copy of each letter</li></ul>
<p>写信之前先想清楚目的。每封信只说一件事。结尾要写明下一步。</p>
${FILLER.replaceAll('Paragraph', 'Passage')}
</article></main></body></html>`;
}

/** Each stands for the last place where its words are; `before` is what precedes it there. */
export const AWKWARD_QUOTES: readonly {
  readonly where: string;
  readonly quote: string;
  readonly before: string;
  /** What is marked, where it is not just the quote; without white space. */
  readonly marks?: string;
}[] = [
  { where: 'where it stands earlier in other letters', quote: 'be brief.', before: 'Remember:' },
  { where: 'where it stands earlier with accents', quote: 'resume in two pages,', before: 'Never attach a' },
  { where: 'before the end of a line', quote: 'Sign the letter by hand.', before: 'thing that you ask for.' },
  { where: 'across the end of a line', quote: 'by hand. Add your address', before: 'Sign the letter' },
  { where: 'across a graphic', quote: 'Read the sample letter aloud before you send it.', before: 'once.' },
  {
    where: 'across a button',
    quote: 'Choose a plain envelope',
    before: 'before you send it.',
    marks: 'ChooseaCopyplainenvelope',
  },
  { where: 'across markup and soft hyphens', quote: 'Avoid jokes, and write “yes”', before: 'window.' },
  { where: 'with an index in it', quote: 'The fold2 comes first, and the stamp', before: '“perhaps”.' },
  { where: 'in code', quote: 'From:  a reader,  twice', before: 'the editor' },
  { where: 'across lines of code', quote: 'editor\nFrom:  a reader,', before: 'To: the' },
  { where: 'across cells', quote: 'Closing | one line | Say what comes next.', before: 'Say why you write.' },
  {
    where: 'across the paragraphs of a cell',
    quote: 'Greet by name. Say why you write.',
    before: 'Opening one line',
  },
  { where: 'where the menu has it, too', quote: 'Know your reader well', before: 'Say what comes next.' },
  { where: 'across blocks', quote: 'Ask who answers it.\nKeep a copy', before: 'Ask who opens the post.' },
  { where: 'where an item is repeated', quote: 'Keep a copy of each letter', before: 'date on the back' },
  { where: 'in a script without spaces', quote: '每封信只说一件事。', before: '写信之前先想清楚目的。' },
];
