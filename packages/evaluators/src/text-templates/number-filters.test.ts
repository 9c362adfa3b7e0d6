import { TemplateError, type JsonObject } from '@assay/schema';
import { expect, test } from 'vitest';
import { createTemplateRenderer } from './create-template-renderer.js';

const variables: JsonObject = { n: 3, big: '9007199254740993', rounded: 9007199254740992, text: '4.5', word: 'abc', empty: '', none: null, list: [1, '2'], words: ['a', 'b'], items: [{ n: 1, in: { n: 2 }, t: 'x' }, { n: 4, in: { n: 3 }, t: 'y' }] };

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
  ['{{ n | plus(1) }} {{ n | minus(1) | times(2) }} {{ n | divided_by(2, true) }} {{ n | at_least(5) }} {{ n | modulo(2) | plus(n) }}', '4 4 1 5 4'],
  ['{{ big | plus: 1 }} {{ big | minus: 1 }} {{ big | times: big }} {{ big | abs }} {{ "-9007199254740993" | abs | plus: big }}', '9007199254740994 9007199254740992 81129638414606699710187514626049 9007199254740993 18014398509481986'],
  ['{{ big | divided_by: 3 }} {{ big | divided_by: 2, true }} {{ big | modulo: 10 }} {{ big | at_least: 1 }} {{ big | at_most: "9007199254740992" }}', '3002399751580331 4503599627370496 3 9007199254740993 9007199254740992'],
  ['{{ big | int }} {{ big | float }} {{ big | to_integer }} {{ "12345678901234567890 ids" | int }} {{ "1e3" | int }} {{ "-4.5" | int }}', '9007199254740993 9007199254740993 9007199254740993 12345678901234567890 1000 -4'],
  ['{{ big | floor }} {{ big | ceil }} {{ big | round }} {{ "12345678901234567.5" | floor }} {{ "12345678901234567.5" | ceil }} {{ "-12345678901234567.5" | round }}', '9007199254740993 9007199254740993 9007199254740993 12345678901234567 12345678901234568 -12345678901234567'],
  ['{% set total = big | plus: big %}{{ total | minus: big }} {{ "9007199254740993,1,1" | split: "," | sum }}', '9007199254740993 9007199254740995'],
  ['{{ 0.1 | plus: 0.2 }} {{ 1.1 | times: 1.1 }} {{ 1.005 | round: 2 }} {{ 10 | divided_by: 4 }} {{ 1 | divided_by: 3 }} {{ "1e-7" | times: 1 }} {{ 5.5 | modulo: 2 }}', '0.3 1.21 1.01 2.5 0.3333333333333333 1e-7 1.5'],
  ['{{ 1234 | round: "-2" }} {{ -2.5 | round }} {{ 2.5 | round }} {{ -7 | divided_by: 2, true }} {{ 7 | divided_by: -2, true }} {{ -7 | modulo: 3 }} {{ 7.25 | divided_by: 0.5 }}', '1200 -2 3 -4 -4 -1 14.5'],
  ['{% set x = 1 %}{% for i in (1..100) %}{% set x = x | times: 1.05 %}{% endfor %}{{ x | round: 6 }}', '131.501258'],
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
  ['{{ "1e308" | divided_by: 0.01 }}', 'what the filter divided_by comes to is too large for a number'],
  ['{{ "1e308 1e308" | split: " " | sum }}', 'what the filter sum comes to is too large for a number'],
  ['{{ big | times: 0.3 | times: 10 | plus: 0.5 }}', 'what the filter plus comes to has more digits than a number keeps'],
  ['{{ "10000000000000000000000000000000000000001" | divided_by: 3 }}', 'what the filter divided_by comes to has more digits'],
  ['{{ rounded | plus: 1 }}', 'the filter plus is given 9007199254740992, which may have lost digits where it was read: it is beyond 2^53'],
  ['{{ n | plus("1 2") }}', 'the filter plus takes numbers, and not "1 2"'],
  ['{{ "1e999" | float }}', 'the filter float takes numbers, and not "1e999"'],
  ['{{ word | int }}', 'the filter int takes numbers, and not "abc"'],
  ['{{ n | divided_by: 0 }}', 'the filter divided_by cannot divide by 0'],
])('%s is an error, and no 0', async (text, message) => {
  await expect(render(`a ${text}`)).rejects.toThrow(TemplateError);
  await expect(render(`a ${text}`)).rejects.toMatchObject({ message: expect.stringContaining(message) as string, offset: 2, hint: expect.any(String) as string });
});
