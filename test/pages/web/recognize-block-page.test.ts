/** What some servers send with status 200 in a page's place, and pages that only sound like it. */
import { describe, expect, it } from 'vitest';
import { recognizeBlockPage } from '../../../src/pages/web/recognize-block-page.ts';
import { growth, LINEAR } from '../../support/growth.ts';

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title><style>p{}</style></head><body>${body}</body></html>`;
const GUIDE = '<p>A good cover letter names the role, shows one result that matters, and ends with a request.</p>';

const BLOCKS: readonly (readonly [name: string, html: string, reason: RegExp])[] = [
  ['a challenge', page('Just a moment...', '<p>Enable JavaScript and cookies to continue</p>'), /just a moment/],
  [
    'a challenge’s body',
    page('example.org', '<h1>example.org</h1><p>Verify you are human by completing the action below.</p>'),
    /bot check/,
  ],
  ['a browser check', page('', '<p>Checking your browser before accessing example.org.</p>'), /bot check/],
  [
    'a long refusal with a telling title',
    page('Attention Required! | Cloudflare', `<h1>Sorry, you have been blocked</h1>${GUIDE.repeat(20)}`),
    /attention required/,
  ],
  [
    '403 with status 200',
    page('403 Forbidden', '<center><h1>403 Forbidden</h1></center><hr><center>nginx</center>'),
    /403 forbidden/,
  ],
  [
    'a refusal of an edge server',
    page('Access Denied', 'You don&#39;t have permission to access "http&#58;//x" on this server. Reference #18.2'),
    /access denied/,
  ],
  ['a refusal without title', '<p>Request unsuccessful. Incapsula incident ID: 1234-5678</p>', /refusal/],
  ['a blocked network', page('Blocked', "<p>You've been blocked by network security.</p>"), /refusal/],
  [
    'a captcha',
    page('example.com', '<p>Please complete the captcha to continue.</p><div class=g-recaptcha></div>'),
    /bot check/,
  ],
  [
    'unusual traffic',
    page('Sorry...', '<p>Our systems have detected unusual traffic from your computer network.</p>'),
    /bot check/,
  ],
  [
    'a press and hold',
    page('Access to this page has been denied', '<p>Press &amp; Hold to confirm you are a human</p>'),
    /denied/,
  ],
  [
    'a consent wall',
    page('Before you continue to Search', `<p>We use cookies and data to</p>${GUIDE}`),
    /before you continue/,
  ],
  [
    'a cookie wall',
    page('News', '<p>We and our 842 partners store and access information on a device.</p><button>Accept all</button>'),
    /consent wall/,
  ],
  [
    'accept or reject',
    page('Site', '<p>Please accept all cookies to go on.</p><button>Reject all</button>'),
    /consent wall/,
  ],
  [
    'a script shell',
    page('App', '<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>'),
    /needs scripts/,
  ],
  ['a script notice', page('App', '<p>This site requires JavaScript. Please enable it.</p>'), /needs scripts/],
  [
    'scripts that were only commented on',
    page(
      'x',
      '<script>var a = "long"; /* ' +
        'words '.repeat(2000) +
        '*/</script><p>Please enable JS and disable any ad blocker</p>',
    ),
    /needs scripts/,
  ],
];

const PAGES: readonly (readonly [name: string, html: string])[] = [
  ['a guide', page('Cover letters', GUIDE.repeat(5))],
  [
    'a guide that mentions captchas',
    page('Writing for forms', `${GUIDE}<p>Put the captcha last, and say why it is there.</p>`),
  ],
  [
    'a long guide that quotes what block pages say',
    page(
      'How to write error messages',
      `${GUIDE.repeat(30)}<p>“Access denied” blames; “Please enable JavaScript” explains nothing; “verify you are human” insults.</p>`,
    ),
  ],
  ['a guide whose title begins like a refusal', page('Access denied: writing kind error messages', GUIDE.repeat(6))],
  [
    'a guide under a banner',
    page('Guide', `<div>We use cookies. Accept all cookies or manage preferences.</div>${GUIDE.repeat(9)}`),
  ],
  [
    'a guide with a noscript note',
    page('Guide', `<noscript>Please enable JavaScript for comments.</noscript>${GUIDE.repeat(4)}`),
  ],
  ['an empty page', page('', '')],
  ['nothing', ''],
  ['a title about moments', page('Just a moment of your time: writing surveys', GUIDE)],
  ['a graphic with a title', page('Guide', `<svg><title>Access denied</title></svg>${GUIDE}`)],
];

describe('recognizeBlockPage', () => {
  it.each(BLOCKS)('knows %s', (_name, html, reason) => {
    expect(recognizeBlockPage(html)).toMatch(reason);
  });

  it.each(PAGES)('leaves %s alone', (_name, html) => {
    expect(recognizeBlockPage(html)).toBeNull();
  });

  it.each([
    ['unclosed scripts', '<script>'],
    ['unclosed elements', '<div><p>'],
    ['open angles', '<'],
    ['no letters', '1 '],
    ['consent without end', 'accept all cookies '],
  ])('takes the time of the page for %s', async (_name, piece) => {
    const recognize = (length: number) => recognizeBlockPage(piece.repeat(length / piece.length));
    expect(await growth(recognize, 500_000)).toBeLessThan(LINEAR);
  });
});
