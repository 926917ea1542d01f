/** What is worked out of a page once, whoever asks for it first. */
import type { Page } from '../domain/page.ts';

export function oncePerPage<Value extends object>(workOut: (page: Page) => Value): (page: Page) => Value {
  const known = new WeakMap<Page, Value>();
  return (page) => {
    const value = known.get(page) ?? workOut(page);
    known.set(page, value);
    return value;
  };
}
