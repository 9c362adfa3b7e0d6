import { TemplateError, type JsonObject } from '@assay/schema';
import { expect, test } from 'vitest';
import { createTemplateRenderer } from './create-template-renderer.js';

const variables: JsonObject = { n: 3, text: '4.5', word: 'abc', empty: '', none: null, list: [1, '2'], words: ['a', 'b'], items: [{ n: 1, in: { n: 2 }, t: 'x' }, { n: 4, in: { n: 3 }, t: 'y' }] };

async function render(text: string): Promise<string> {
  const renderer = await createTemplateRenderer();
  await renderer.prepare?.(text);
  return renderer.parse(text).render(variables);
}

test.each([
  ['{{ list | sum }} {{ items | sum: "n" }} {{ items | sum("in.n") }} {{ n | sum }}', '3 5 5 3'],
  ['{{ n | plus: 1 }} {{ text | plus: text }} {{ n | minus: "1" }} {{ n | times: 2 }}', '4 9 2 6'],
  ['{{ text | round }} {{ text | ceil }} {{ text | floor }} {{ 2.345 | round: 2 }} {{ "-3" | abs }}', '5 5 4 2.35 3'],
  ['{{ n | divided_by: 2 }} {{ n | divided_by: 2, true }} {{ n | modulo: 2 }} {{ n | at_least: 5 }} {{ n | at_most: 2 }}', '1.5 1 1 5 2'],
  ['{{ "3 apples" | int }} {{ text | float }} {{ word | int(7) }} {{ word | float: 0 }} {{ text | int }}', '3 4.5 7 0 4'],
  ['{{ "Infinity" | float(2) }} {{ "1e999" | float(3) }}', '2 3'],
])('%s', async (text, expected) => {
  expect(await render(text)).toBe(expected);
});

test.each([
  ['{{ words | sum }}', 'the filter sum takes numbers, and not "a"'],
  ['{{ items | sum: "t" }}', 'the filter sum takes numbers, and not "x"'],
  ['{{ items | sum: "nothing" }}', 'the filter sum takes numbers, and not nothing'],
  ['{{ word | plus: 1 }}', 'the filter plus takes numbers, and not "abc"'],
  ['{{ n | times: word }}', 'the filter times takes numbers, and not "abc"'],
  ['{{ n | plus }}', 'the filter plus takes numbers, and not nothing'],
  ['{{ empty | round }}', 'the filter round takes numbers, and not ""'],
  ['{{ none | abs }}', 'the filter abs takes numbers, and not nothing'],
  ['{{ "1e999" | divided_by: 2 }}', 'the filter divided_by takes numbers, and not "1e999"'],
  ['{{ "1e308" | divided_by: 0.01 }}', 'the filter divided_by takes numbers, and not'],
  ['{{ "1e308 1e308" | split: " " | sum }}', 'the filter sum takes numbers, and not'],
  ['{{ "1e999" | float }}', 'the filter float takes numbers, and not "1e999"'],
  ['{{ word | int }}', 'the filter int takes numbers, and not "abc"'],
  ['{{ n | divided_by: 0 }}', 'the filter divided_by cannot divide by 0'],
])('%s is an error, and no 0', async (text, message) => {
  await expect(render(`a ${text}`)).rejects.toThrow(TemplateError);
  await expect(render(`a ${text}`)).rejects.toMatchObject({ message: expect.stringContaining(message) as string, offset: 2, hint: expect.any(String) as string });
});
