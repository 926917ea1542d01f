/**
 * As much of the DOM as Readability uses: no parser, no styles, no events, and a selector is a list of tags. A whole DOM for
 * servers takes two to twenty times as long, most of it for what Readability asks most: texts of elements, and what is beside them.
 */
const ELEMENT = 1;
const TEXT = 3;
const DOCUMENT = 9;
/** The text of an element is kept up to this length. Longer ones are few; on a deep page they would take much memory. */
const MAX_KEPT_CHARS = 2_000;

class Attribute {
  readonly name: string;
  readonly value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }

  /** It never changes, so several elements may have it. */
  cloneNode(): this {
    return this;
  }
}

class LightNode {
  parentNode: LightNode | null = null;
  previousSibling: LightNode | null = null;
  nextSibling: LightNode | null = null;
  firstChild: LightNode | null = null;
  lastChild: LightNode | null = null;
  attributes: Attribute[] = [];
  /** Where Readability keeps its score. */
  readability: unknown = undefined;
  readonly ownerDocument: LightDocument | null;
  readonly nodeType: number;
  readonly localName: string;
  readonly tagName: string | undefined;
  #children: LightNode[] | null = null;
  /** Kept only where the texts of all elements within are kept. */
  #text: string | null;

  constructor(ownerDocument: LightDocument | null, nodeType: number, localName: string, text: string | null) {
    this.ownerDocument = ownerDocument;
    this.nodeType = nodeType;
    this.localName = localName.toLowerCase();
    this.tagName = nodeType === ELEMENT ? localName.toUpperCase() : undefined;
    this.#text = text;
  }

  get nodeName(): string | undefined {
    return this.tagName;
  }

  get childNodes(): readonly LightNode[] {
    if (this.firstChild === null) return NONE;
    if (this.#children === null) {
      this.#children = [];
      for (let child: LightNode | null = this.firstChild; child !== null; child = child.nextSibling)
        this.#children.push(child);
    }
    return this.#children;
  }

  get children(): readonly LightNode[] {
    return this.childNodes.filter(({ nodeType }) => nodeType === ELEMENT);
  }

  get firstElementChild(): LightNode | null {
    return elementFrom(this.firstChild);
  }

  get nextElementSibling(): LightNode | null {
    return elementFrom(this.nextSibling);
  }

  get textContent(): string {
    if (this.#text !== null) return this.#text;
    let text = '';
    for (let child = this.firstChild; child !== null; child = child.nextSibling) text += child.textContent;
    if (text.length <= MAX_KEPT_CHARS) this.#text = text;
    return text;
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }
  set className(value: string) {
    this.setAttribute('class', value);
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }
  set id(value: string) {
    this.setAttribute('id', value);
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  getAttribute(name: string): string | null {
    for (const attribute of this.attributes) if (attribute.name === name) return attribute.value;
    return null;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  setAttribute(name: string, value: string): void {
    this.setAttributeNode(new Attribute(name, value));
  }

  setAttributeNode(attribute: Attribute): void {
    this.removeAttribute(attribute.name);
    this.attributes.push(attribute);
  }

  removeAttribute(name: string): void {
    const at = this.attributes.findIndex((attribute) => attribute.name === name);
    if (at >= 0) this.attributes.splice(at, 1);
  }

  appendChild(node: LightNode): void {
    this.#insert(node, null);
  }

  removeChild(node: LightNode): void {
    node.remove();
  }

  /** @param node may be within `replaced`, or beside it */
  replaceChild(node: LightNode, replaced: LightNode): void {
    node.remove();
    const next = replaced.nextSibling;
    replaced.remove();
    this.#insert(node, next);
  }

  remove(): void {
    const { parentNode, previousSibling, nextSibling } = this;
    if (parentNode === null) return;
    if (previousSibling === null) parentNode.firstChild = nextSibling;
    else previousSibling.nextSibling = nextSibling;
    if (nextSibling === null) parentNode.lastChild = previousSibling;
    else nextSibling.previousSibling = previousSibling;
    this.parentNode = null;
    this.previousSibling = null;
    this.nextSibling = null;
    parentNode.#forget();
  }

  #insert(node: LightNode, next: LightNode | null): void {
    node.remove();
    const previous = next === null ? this.lastChild : next.previousSibling;
    node.parentNode = this;
    node.previousSibling = previous;
    node.nextSibling = next;
    if (previous === null) this.firstChild = node;
    else previous.nextSibling = node;
    if (next === null) this.lastChild = node;
    else next.previousSibling = node;
    this.#forget();
  }

  #forget(): void {
    this.#children = null;
    this.#forgetText();
  }

  #forgetText(): void {
    if (this.#text === null) return;
    this.#text = null;
    if (this.parentNode !== null) this.parentNode.#forgetText();
  }

  getElementsByTagName(name: string): LightNode[] {
    return this.querySelectorAll(name);
  }

  /** @param names of tags, separated by commas: the only selectors that Readability uses */
  querySelectorAll(names: string): LightNode[] {
    const tags = names.toUpperCase().split(',');
    const found: LightNode[] = [];
    const visit = (node: LightNode): void => {
      for (let child = node.firstElementChild; child !== null; child = child.nextElementSibling) {
        if (tags.includes(child.tagName ?? '')) found.push(child);
        visit(child);
      }
    };
    visit(this);
    return found;
  }

  /** Copies of the nodes. Readability puts those of the body back if it finds too little, and looks at no others. */
  get innerHTML(): readonly LightNode[] {
    return this.localName === 'body' ? this.#copies(this.childNodes) : NONE;
  }
  set innerHTML(nodes: readonly LightNode[]) {
    while (this.firstChild !== null) this.firstChild.remove();
    for (const copy of this.#copies(nodes)) this.appendChild(copy);
  }

  #copies(nodes: readonly LightNode[]): LightNode[] {
    return nodes.map((node) => {
      if (node.nodeType === TEXT) return new LightNode(this.ownerDocument, TEXT, '#text', node.textContent);
      const copy = new LightNode(this.ownerDocument, ELEMENT, node.localName, null);
      copy.attributes = [...node.attributes];
      for (const child of this.#copies(node.childNodes)) copy.appendChild(child);
      return copy;
    });
  }
}

const NONE: readonly LightNode[] = [];

function elementFrom(node: LightNode | null): LightNode | null {
  let at = node;
  while (at !== null && at.nodeType !== ELEMENT) at = at.nextSibling;
  return at;
}

class LightDocument extends LightNode {
  readonly documentElement = this.createElement('html');
  readonly head = this.createElement('head');
  readonly body = this.createElement('body');
  title = '';

  constructor() {
    super(null, DOCUMENT, '#document', null);
    this.appendChild(this.documentElement);
    this.documentElement.appendChild(this.head);
    this.documentElement.appendChild(this.body);
  }

  createElement(name: string): LightNode {
    return new LightNode(this, ELEMENT, name, null);
  }

  createTextNode(text: string): LightNode {
    return new LightNode(this, TEXT, '#text', text);
  }
}

/** An empty document. */
export function lightDocument(): Document {
  return new LightDocument() as unknown as Document;
}
