/** Tests as JUnit XML, for CI. */
import { html as markup, raw } from 'hono/html';
import { printable, printableLine, shorten } from '../text/printable.ts';
import type { Test, TestSuite } from './report.ts';

export async function toJunit(suites: readonly TestSuite[]): Promise<string> {
  const testsuites = suites.map(({ name, tests }) => {
    const testcases = tests.map((test) => testcase(attribute(name), test));
    return markup`  <testsuite name="${attribute(name)}"${counts(tests)}>\n${testcases}  </testsuite>\n`;
  });
  const all = counts(suites.flatMap(({ tests }) => tests));
  const xml =
    await markup`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="groundrule"${all}>\n${testsuites}</testsuites>\n`;
  return xml.toString();
}

function counts(tests: readonly Test[]) {
  const count = (wanted: Test['result']) => tests.filter(({ result }) => result === wanted).length;
  return markup` tests="${tests.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function testcase(suite: string, { name, result, message, details }: Test) {
  const element = raw(result === 'passed' ? 'system-out' : result);
  const about = result === 'passed' ? '' : markup` message="${attribute(message)}"`;
  return markup`    <testcase classname="${suite}" name="${attribute(name)}"><${element}${about}>${xmlText(details)}</${element}></testcase>\n`;
}

const MAX_ATTRIBUTE_CHARS = 400;

/** Readers of XML make one line of an attribute, and lists of tests have little room. */
function attribute(text: string): string {
  return shorten(printableLine(xmlText(text)), MAX_ATTRIBUTE_CHARS);
}

/** Without what XML 1.0 cannot hold, escaped or not: control characters and halves of surrogate pairs. */
function xmlText(text: string): string {
  return printable(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
}
