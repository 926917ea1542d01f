import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsdomDocument } from '../../src/pages/html/jsdom-document.ts';
import { lightDocument } from '../../src/pages/html/light-document.ts';

const TAGS = ['div', 'P', 'span', 'br'];
/** What is done to the nodes, which are named by the order in which they were made; the first is the body. */
type Step =
  | { readonly make: string }
  | { readonly text: string }
  | { readonly into: number; readonly node: number }
  | { readonly replaced: number; readonly by: number }
  | { readonly removed: number }
  | { readonly named: number; readonly attribute: string; readonly value: string };

const node = fc.nat({ max: 9 });
const notBody = fc.integer({ min: 1, max: 9 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ make: fc.constantFrom(...TAGS) }),
    fc.record({ text: fc.constantFrom('', ' ', 'word', 'x'.repeat(1_500)) }),
    fc.record({ into: node, node: notBody }),
    fc.record({ into: fc.constant(0), node: notBody }),
    fc.record({ replaced: notBody, by: notBody }),
    fc.record({ removed: notBody }),
    fc.record({ named: node, attribute: fc.constantFrom('class', 'id'), value: fc.constantFrom('a', 'b c') }),
  ),
  { minLength: 20, maxLength: 60 },
);

/** Everything that Readability can ask of the node and of those within it. */
function seen(at: Node): unknown {
  const element = at as Element;
  const within = [...at.childNodes].map(seen);
  if (at.nodeType === 3) return at.textContent;
  return {
    ...{ tag: element.tagName, name: element.localName, text: at.textContent, within },
    ...{ first: at.firstChild?.textContent, last: at.lastChild?.textContent },
    elements: [element.firstElementChild?.tagName, ...[...element.children].map(({ tagName }) => tagName)],
    siblings: [at.previousSibling, at.nextSibling].map((sibling) => sibling?.textContent),
    ...{ next: element.nextElementSibling?.tagName, parent: at.parentNode === null },
    ...{
      class: element.className,
      id: element.id,
      has: element.hasAttribute('class'),
      none: element.getAttribute('x'),
    },
    found: TAGS.map((tag) => element.getElementsByTagName(tag).length),
    selected: [...element.querySelectorAll('p,br')].map(({ textContent }) => textContent),
  };
}

function after(document: Document, made: readonly Step[]): unknown[] {
  const nodes: Node[] = [document.body];
  const seenAtEach: unknown[] = [];
  for (const step of made) {
    if ('make' in step) nodes.push(document.createElement(step.make));
    else if ('text' in step) nodes.push(document.createTextNode(step.text));
    else if ('into' in step) {
      const [into, child] = [nodes[step.into], nodes[step.node]];
      if (into?.nodeType === 1 && child !== undefined && !holds(child, into)) into.appendChild(child);
    } else if ('replaced' in step) {
      const [replaced, by] = [nodes[step.replaced], nodes[step.by]];
      // Within the node, as Readability does it, or elsewhere.
      const parent = replaced?.parentNode;
      if (replaced && by && parent && replaced !== by && !holds(by, parent)) parent.replaceChild(by, replaced);
    } else if ('removed' in step) (nodes[step.removed] as ChildNode | undefined)?.remove();
    else {
      const named = nodes[step.named];
      if (named?.nodeType === 1) (named as Element).setAttribute(step.attribute, step.value);
    }
    seenAtEach.push(seen(document.body));
  }
  return seenAtEach;
}

function holds(outer: Node, inner: Node): boolean {
  for (let at: Node | null = inner; at !== null; at = at.parentNode) if (at === outer) return true;
  return false;
}

describe('a light document', () => {
  it('answers as a whole DOM does, whatever was done to its nodes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (made) => {
        expect(after(lightDocument(), made)).toEqual(after(await jsdomDocument(), made));
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('puts back copies of what was in its body, as often as it is told to', () => {
    const document = lightDocument();
    const list = document.createElement('ul');
    for (const text of ['one', 'two']) {
      const item = document.createElement('li');
      item.setAttribute('class', text);
      item.appendChild(document.createTextNode(text));
      list.appendChild(item);
    }
    document.body.appendChild(list);
    const before = seen(document.body);
    const { innerHTML } = document.body;
    for (const _ of [1, 2]) {
      document.body.firstElementChild?.firstElementChild?.remove();
      expect(seen(document.body)).not.toEqual(before);
      document.body.innerHTML = innerHTML;
      expect(seen(document.body)).toEqual(before);
    }
  });
});
