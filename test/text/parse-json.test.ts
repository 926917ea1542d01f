import { describe, expect, it } from 'vitest';
import { jsonMistake, parseJson, parseJsonObject } from '../../src/text/parse-json.ts';

describe('what keeps a text from being JSON', () => {
  it.each([
    ['{"a": 1}', null],
    ['{\n  "a": 1 2}', { mistake: "Expected ',' or '}' after property value", at: { line: 2, column: 10 } }],
    ['{"a":\n', { mistake: 'Unexpected end of JSON input', at: { line: 2, column: 1 } }],
    ['["a",,]', { mistake: "Unexpected token ','", at: null }],
  ])('%j', (text, mistake) => expect(jsonMistake(text)).toEqual(mistake));

  it.each(['["sk-one",, "sk-two"]', `["${'sk-one", "'.repeat(9)}",, "sk-two"]`, '{"sk-one": sk-two}'])(
    'quotes nothing of the text: %j',
    (text) => {
      for (const parse of [parseJson, parseJsonObject])
        expect(() => parse(text, 'a.json', 'Mend it.')).toThrow(/^a\.json is not valid JSON: Unexpected token '.'\.$/u);
    },
  );
});
