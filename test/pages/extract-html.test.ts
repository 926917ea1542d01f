import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOf, PROSE, read, SENTENCE, shown } from './support.ts';
import { growth, LINEAR } from '../support/growth.ts';
import { fuzzing } from '../support/mangled.ts';

const article = (content: string): string =>
  `<!doctype html><html lang="en"><head><title>T</title></head><body><main>${content}${PROSE}</main></body></html>`;

describe('a page that scripts fill', () => {
  const filled = (noscript: string): string =>
    `<html><head><title>T</title></head><body><div id="app"></div><noscript>${noscript}</noscript><script>fill()</script></body></html>`;

  it.each([
    ['with links', [1, 2, 3].map((topic) => `<a href="/t/${topic}">Topic ${topic}</a>`).join('')],
    ['without links', ''],
    ['under a notice', '<p>Please enable JavaScript to comment.</p>'],
  ])('is read from its <noscript>: a text %s', async (_, more) => {
    const { text } = await pageOf(
      filled(`<div class="topic-body"><div class="post">${PROSE.repeat(3)}</div></div>${more}`),
    );
    expect(text.split('\n').filter((line) => line === SENTENCE)).toHaveLength(3);
  });

  it('shows no text where <noscript> only asks for scripts', async () => {
    expect(await read(filled('<p>You need to enable JavaScript to run this app.</p>'))).toMatchObject({
      reason: 'the page shows no text without scripts',
    });
  });

  it('shows no text where <noscript> asks for scripts at length, in many languages', async () => {
    const notices = ['en', 'de', 'fr', 'ja'].map(
      (language) =>
        `<p lang="${language}">${'To use this site, JavaScript is needed, which this browser does not run. '.repeat(3)}
        <a href="https://help.test/${language}">?</a> <a href="/${language}">${language}</a></p>`,
    );
    expect(await read(filled(notices.join('')))).toMatchObject({ reason: 'the page shows no text without scripts' });
  });
});

describe('blocks of HTML', () => {
  it('know where the text of the document does not run on', async () => {
    const parted = async (content: string): Promise<string[]> => {
      const { text, blocks } = await pageOf(article(content));
      return blocks.slice(0, -2).map(({ start, end, breaks = [] }) => {
        const edges = [start, ...breaks, end];
        return edges
          .slice(1)
          .map((edge, index) => text.slice(edges[index], edge))
          .join('¦');
      });
    };
    expect(await parted('<p>Sign it.<br>Add your <b>address</b>.</p><p>Thank them.</p>')).toEqual([
      'Sign it.¦ Add your address.',
      'Thank them.',
    ]);
    expect(
      await parted('<p>See <a href="/x">the sample<svg><path/></svg></a> first, <button>Copy</button>then write.</p>'),
    ).toEqual(['See the sample¦ first,¦ then write.']);
    expect(await parted('<p>One text.</p><aside><a href="/y">More</a></aside><p>Another text.</p>')).toEqual([
      'One text.',
      '¦Another text.',
    ]);
    expect(
      await parted('<table><tr><td>Part</td><td><p>Rule</p><p>Why</p></td></tr><tr><td>a</td><td>b</td></tr></table>'),
    ).toEqual(['Part | ¦Rule¦¦ Why¦', 'a | b']);
  });

  it('types headings, paragraphs, nested lists, definitions, tables, quotes and code, in order', async () => {
    const page = await pageOf(
      article(`<h2>Before you write</h2><p>Ask <b>who</b> will&nbsp;decide\n and   when.</p>
        <ul><li>State the question first.<ul><li>In one sentence only.</li></ul></li><li><p>Name the deadline too.</p></li></ul>
        <dl><dt>Tone of voice</dt><dd>Plain and even, also about failures.</dd></dl>
        <table><thead><tr><th>Part</th><th>Length</th></tr></thead><tbody><tr><td>Summary</td><td>200 <i>words</i></td></tr></tbody></table>
        <blockquote><p>Nobody ever wished it longer.</p></blockquote>
        <pre>Dear Ms N,\n  thank you.</pre>`),
    );
    expect(shown(page).slice(0, 12)).toEqual([
      'heading2: Before you write',
      'paragraph: Ask who will decide and when.',
      'list-item1: State the question first.',
      'list-item2: In one sentence only.',
      'list-item1: Name the deadline too.',
      'list-item1: Tone of voice',
      'list-item2: Plain and even, also about failures.',
      'table-row: Part | Length',
      'table-row: Summary | 200 words',
      'quote: Nobody ever wished it longer.',
      'code: Dear Ms N,\n  thank you.',
      `paragraph: ${SENTENCE}`,
    ]);
  });

  it('parts paragraphs at two line breaks and at typed list marks, not at one', async () => {
    const page = await pageOf(
      article('<div>One line<br>goes on.<br><br>Another one.<br>1. Do this.<br>2. Do that.</div>'),
    );
    expect(shown(page).slice(0, 4)).toEqual([
      'paragraph: One line goes on.',
      'paragraph: Another one.',
      'paragraph: 1. Do this.',
      'paragraph: 2. Do that.',
    ]);
  });

  it('reads tables for layout as what they hold', async () => {
    const page = await pageOf(
      `<table><tr><td>Menu</td><td><h2>Openings</h2>${PROSE}<table><tr><td>a</td><td>b</td></tr></table></td></tr></table>`,
    );
    expect(shown(page)).toContain(`paragraph: ${SENTENCE}`);
    expect(shown(page)).toContain('table-row: a | b');
    expect(shown(page)).toContain('heading2: Openings');
  });

  it.each([1, 2, 3])(
    'keeps all sections of a text, however much longer one of them is: section %i',
    async (longest) => {
      const section = (at: number, name: string): string =>
        `<div class="${name}"><h2>Step ${at}</h2><div class="inner">${PROSE.repeat(at === longest ? 12 : 1)}</div></div>`;
      const menu = `<div class="links">${'<p><a href="/other">Another guide of ours on something else</a></p>'.repeat(6)}</div>`;
      const { text } = await pageOf(
        `<body>${menu}<div>${[1, 2, 3].map((at) => section(at, 'part')).join('')}</div></body>`,
      );
      expect(text.split('\n').filter((line) => line === SENTENCE)).toHaveLength(14);
      expect(text).not.toContain('Another guide');
    },
  );

  it('keeps every list and table of a guide that is little else', async () => {
    const items = Array.from({ length: 30 }, (_, index) => `Check number ${index}: is it there?`);
    const rows = items.slice(0, 10).map((item) => `<tr><td>${item}</td><td>yes</td></tr>`);
    const page = await pageOf(
      `<body><div class="top"><a href="/">Home</a> <a href="/a">A</a></div><div class="x"><h1>Checks</h1>
       <p>Go through this list with your draft in front of you, and tick what is there already.</p>
       <h2>First</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul><h2>Second</h2><table>${rows.join('')}</table></div></body>`,
    );
    const blocks = shown(page);
    for (const item of items) expect(blocks).toContain(`list-item1: ${item}`);
    for (const item of items.slice(0, 10)) expect(blocks).toContain(`table-row: ${item} | yes`);
    expect(page.text).not.toContain('Home');
  });
});

describe('what is no content', () => {
  it('drops hidden text, scripts, forms of sharing, captions, navigation, comments and related links', async () => {
    const page = await pageOf(
      article(`<nav><a href="/x">Elsewhere</a></nav><p hidden>Secret one</p><p style="display: none">Secret two</p>
        <span class="sr-only">Secret three</span><script>var secret = 4</script><noscript>Secret five</noscript>
        <figure><img src="a.png"><figcaption>A caption here</figcaption></figure><div class="share-bar">Share it</div>
        <div class="image"><img src="b.png"><span>Another caption</span></div>
        <ul class="links"><li><a href="/1">Other guide one</a></li><li><a href="/2">Other guide two</a></li></ul>`) +
        '<section id="comments"><h3>Comments</h3><p>I like it.</p></section>',
    );
    for (const gone of ['Secret', 'secret', 'Elsewhere', 'caption', 'Share', 'Other guide', 'I like it']) {
      expect(page.text).not.toContain(gone);
    }
    expect(page.text).toContain(SENTENCE);
  });

  it.each([
    ['a limit', '<p>Limit: 500–2000 words</p>', 'Limit: 500–2000 words'],
    ['a limit with separators', '<p>1,500–2,000 characters</p>', '1,500–2,000 characters'],
    [
      'the header of a section',
      '<section><header><h2>Keep it short</h2></header><p>One page.</p></section>',
      'Keep it short',
    ],
    [
      'a name that ends in content',
      '<div class="credit-letter"><p>Say in one line what you owe.</p></div>',
      'what you owe',
    ],
  ])('keeps %s before the first prose', async (_what, html, kept) => {
    const { text } = await pageOf(`<html><body><article>${html}${PROSE}${PROSE}</article></body></html>`);
    expect(text).toContain(kept);
  });

  it('drops what a part of a compound name says, linked titles of other pages, and lines of the header', async () => {
    const page = await pageOf(
      `<html><body><article><header><h3>The line under the title.</h3></header><div>sexta-feira, 22 de outubro de 2010 às 20:13</div>${PROSE}${PROSE}
        <div class="photo"><p><img src="a.png"></p><span class="newsCaption">A crowd in the square</span></div>${PROSE}
        <ul><li><h4><a href="/x">The New Space Race</a></h4></li></ul>${PROSE}</article>
        <div class="comments-area"><p>${SENTENCE.replace('recommendation', 'reply')}</p></div>
        <div class="region region-copyright"><p>1625 K Street, NW Suite 900, all of the contents of this site are © of its owner.</p></div></body></html>`,
    );
    for (const gone of ['line under', 'sexta', 'A crowd', 'Space Race', 'reply', 'K Street'])
      expect(page.text).not.toContain(gone);
    expect(page.text).toContain(SENTENCE);
  });

  it('keeps tips, notes and tables that stand in asides and figures', async () => {
    const page = await pageOf(
      article(
        `<aside><p>Read it aloud once.</p></aside><figure class="wp-block-table"><table><tr><td>Part</td><td>Words</td></tr></table></figure>`,
      ),
    );
    expect(page.text).toContain('Read it aloud once.');
    expect(page.text).toContain('Part | Words');
  });

  it('does not take the subject of a section for its role', async () => {
    const page = await pageOf(
      article(
        `<section id="recommendations"><h2>Recommendations</h2><p>Give each one an owner and a date.</p></section>
         <section id="Key_words"><h2>Key words</h2><ul><li>Five at most.</li></ul></section>`,
      ),
    );
    expect(page.text).toContain('Give each one an owner');
    expect(page.text).toContain('Five at most.');
  });

  it('leaves out bylines, dates and labels around the text, but not within it', async () => {
    const page = await pageOf(
      `<body><article><p>By Groundrule contributors</p><p>Updated 3 May 2026</p>${PROSE}<p>Related</p>
       <p>Write the date in full: 3 May 2026, never 3/5.</p>${PROSE}<p>Posted on 4 May 2026</p></article></body>`,
    );
    expect(page.text).not.toMatch(/^By|Updated|Posted|Related/m);
    expect(page.text).toContain('Write the date in full');
  });
});

describe('odd HTML', () => {
  const odd: readonly (readonly [name: string, html: string])[] = [
    ['a fragment', PROSE],
    ['no html element', `<head><title>x</title></head><body>${PROSE}</body>`],
    ['two bodies', `<body><p>x</p></body><body>${PROSE}`],
    ['frames with an alternative', `<html><frameset><frame src="a"></frameset><noframes>${PROSE}</noframes></html>`],
    ['unclosed and crossing tags', `<div><b><i>${PROSE}</b></i><p>open <table><tr><td>x`],
    ['stray end tags', `</div></p></table></li>${PROSE}</div></div>`],
    ['a tag in an attribute', `<a title="<script>" href='>'>x</a>${PROSE}`],
    ['a long script', `<script>${'a<b;'.repeat(200_000)}</script>${PROSE}`],
    ['an unclosed comment after the text', `${PROSE}<!-- <p>gone`],
    ['text without a tag that is declared as HTML', `${SENTENCE} ${SENTENCE}`],
    ['upper case and namespaces', `<HTML><BODY><P>${SENTENCE} <o:p>${SENTENCE}</o:p></P></BODY></HTML>`],
  ];
  it.each(odd)('reads %s', async (_, html) => {
    expect((await pageOf(html)).text).toContain('Put the recommendation in the first paragraph');
  });

  it('decodes entities once, and lone surrogates never', async () => {
    const page = await pageOf(`<p>Tom &amp;amp; Jerry &lt;b&gt; caf&eacute; &#x1F600; &#xD800;</p>${PROSE}`);
    expect(page.text).toContain('Tom &amp; Jerry <b> café 😀 \uFFFD');
  });

  const deep: readonly (readonly [name: string, html: (tags: number) => string])[] = [
    ['closed', (tags) => '<div>'.repeat(tags) + PROSE + '</div>'.repeat(tags)],
    ['never closed', (tags) => '<div>'.repeat(tags) + PROSE],
    ['of many names', (tags) => '<div><span><ul><li><b>'.repeat(tags / 5) + PROSE],
    ['tables', (tags) => '<table><tr><td>'.repeat(tags / 3) + PROSE],
    ['list items and paragraphs', (tags) => '<ul><li><p>'.repeat(tags / 3) + PROSE],
    ['end tags of another name', (tags) => '<div></span>'.repeat(tags / 2) + PROSE],
  ];
  it.each(deep)(
    'reads 100,000 nested tags in time that grows as they do: %s',
    async (_, html) => {
      const read = async (tags: number) => expect((await pageOf(html(tags))).text).toContain(SENTENCE);
      expect(await growth(read, 100_000)).toBeLessThan(LINEAR);
    },
    60_000,
  );

  it('keeps the paragraphs of a page apart that is nested too deeply', async () => {
    const page = await pageOf('<div>'.repeat(300) + PROSE + '</div>'.repeat(300));
    expect(page.blocks).toHaveLength(2);
  });

  it('refuses a page with too many elements', async () => {
    expect(await read('<br>'.repeat(100_001) + PROSE)).toMatchObject({
      status: 'failed',
      decision: 'unreadable',
    });
  });

  it('never throws, and always gives sound blocks, whatever the markup', async () => {
    const piece = fc.constantFrom(
      ...[
        '<div>',
        '</div>',
        '<p>',
        '</p>',
        '<ul>',
        '<li>',
        '</ul>',
        '<table>',
        '<tr>',
        '<td>',
        '</table>',
        '<pre>',
        '</pre>',
      ],
      ...[
        '<!--',
        '-->',
        '<script>',
        '</script>',
        '<a href="',
        '">',
        '<br>',
        '<b>',
        '</b>',
        '<h2>',
        '</h2>',
        '<blockquote>',
      ],
      ...[
        '&amp;',
        '&#0;',
        '<',
        '>',
        '"',
        '\u00AD',
        '\n',
        SENTENCE,
        'word ',
        '😀',
        '<svg>',
        '<noscript>',
        '<title>',
        '<dt>',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const html = pieces.join('');
        const outcome = await read(html);
        expect(outcome).toEqual(await read(html));
        if (outcome.status === 'read') await pageOf(html);
      }),
      fuzzing(150),
    );
  }, 20_000);
});
