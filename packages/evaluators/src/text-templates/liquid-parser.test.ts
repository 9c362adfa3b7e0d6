import { TemplateError, type JsonObject } from '@assay/schema';
import { Liquid } from 'liquidjs';
import { describe, expect, test } from 'vitest';
import { createTemplateRenderer } from './create-template-renderer.js';
import { COLON_ONLY, MOST_ARGUMENTS } from './filter-arguments.js';
import { addFilters } from './template-filters.js';

const variables: JsonObject = { name: 'Ann', empty: '', n: 3, list: ['a', 'b'], object: { key: { deep: 'x' } }, yes: true, none: null, no: false, zero: 0, blank: 'a column', items: [{ k: 'y' }, { k: 'x' }] };

async function render(text: string, values = variables): Promise<string> {
  const renderer = await createTemplateRenderer();
  await renderer.prepare?.(text);
  return renderer.parse(text).render(values);
}

async function problem(text: string, values = variables): Promise<TemplateError> {
  try {
    await render(text, values);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error(`nothing is wrong with ${text}`);
}

test('a variable called size is one like any other, and nothing else is meant by it', async () => {
  expect(await render('{{ size | upper }} {{ size }}', { size: 'xl' })).toBe('XL xl');
  expect(await render('{{ size | default: "d" }}{{ vars.size | default: "d" }}', {})).toBe('d0');
  expect(await render('{{ list.size | plus: 1 }}{% assign size = 7 %}{{ size | plus: 1 }}')).toBe('38');
});

describe('fills in', () => {
  test.each([
    ['no marks at all, not even { this }', 'no marks at all, not even { this }'],
    ['{{name}} {{ name }} {{n}}', 'Ann Ann 3'],
    ['{{ list }} {{ object }} {{ none }}{{ yes }}', '["a","b"] {"key":{"deep":"x"}} true'],
    ['{{{name}}}', 'Ann'],
    ['{"a": {{ name | dump }}}', '{"a": "Ann"}'],
    ['{{ object.key.deep }}{{ object["key"].deep }}{{ vars.name }}', 'xxAnn'],
    ['a{# no {{ nothing }} here #}b {#- trimmed -#} c', 'abc'],
    ["{{ missing | default('y') }}{{ empty | default: 'z' }}{{ object.none | default('w', true) }}", 'yzw'],
    ["{{ list | join(', ') }} {{ list | length }} {{ name | length }}", 'a, b 2 3'],
    ["{{ name | upper }}{{ name | lower | capitalize }}{{ name | replace('n', 'm') }}{{ name | safe }}", 'ANNAnnAmmAnn'],
    ['{% if empty %}1{% elif name == "Ann" %}2{% else %}3{% endif %}', '2'],
    ['{% if missing %}1{% endif %}{% if not missing %}2{% endif %}', '2'],
    ['{% set who = name %}{{ who }}', 'Ann'],
    ['{% for x in list %}{{ loop.index }}{{ loop.index0 }}{{ x }}{% if not loop.last %}, {% endif %}{% endfor %} of {{ list.length }}', '10a, 21b of 2'],
    ['{% for x in list %}{{ loop.length }}{{ loop.first }}{{ loop.revindex }} {% endfor %}', '2true2 2false1 '],
    ['{% raw %}{{ name }}{% endraw %} {{ "{{" }}', '{{ name }} {{'],
    ['{%- if yes -%} a {%- endif -%} b', 'ab'],
    ["{{ 'it''s' }}".replace("''", "\\'"), "it's"],
    ['{{ "{% if x %}" }}{{ \'}}\' }}{% if name == "%}" %}a{% else %}b{% endif %}', '{% if x %}}}b'],
    ['{%-if yes-%} a {%-endif-%} {{-name-}} b', 'aAnnb'],
    ['{% for x in (1..3) %}{{ x }}{% endfor %}', '123'],
    ["{{ no | default('d', true) }}{{ no | default: 'd' }}{{ no | default: 'd', allow_false: true }}{{ zero | default('d') }}{{ zero | default('d', true) }}{{ missing | d('m') }}", 'ddfalse0dm'],
    ['{{ nil }}{{ null }}{{ none }}', ''],
    ['{% verbatim %}a{% endraw %}{{ x }}{{% endverbatim %}', 'a{% endraw %}{{ x }}{'],
    ['{% raw %}{% raw %}{{ x }}{% endraw %}', '{% raw %}{{ x }}'],
    ['{{ name | append("!") | prepend("<") }} {{ name | remove_first("A") | upcase }} {{ "a,b" | split(",") | concat(list) | uniq | size }}', '<Ann! NN 2'],
    ['{{ items | where("k", "x") | map: "k" | first() }}{{ name | truncatewords(1, "") }}{{ "2024-05-06" | date("%d") }}', 'xAnn06'],
    ['{{ blank | upper }}{% if blank %}y{% endif %}{% if list == empty %}n{% else %}y{% endif %}{% if empty == "" %}y{% endif %}', 'A COLUMNyyy'],
    ['{% for x in list %}{% if x == "b" %}{% break %}{% endif %}{{ x }}{% else %}none{% endfor %}', 'a'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });

  test('values are data: what looks like a template in one is put in as it is', async () => {
    const values = { evil: '{{ name }}{% if x %}{# c #}', name: 'Ann' };
    expect(await render('{{ evil }}', values)).toBe(values.evil);
    expect(await render('{{ evil | upper }}', values)).toBe(values.evil.toUpperCase());
    expect(await render('{% for x in vars %}{% endfor %}{{ vars.evil }}', values)).toBe(values.evil);
  });

  test('nothing but its own variables can be reached', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      await expect(render(`{{ ${name} }}`)).rejects.toThrow(`there is no variable "${name}"`);
      await expect(render(`{{ object.${name} }}`)).rejects.toThrow('there is no variable');
      await expect(render(`{{ name.${name} }}`)).rejects.toThrow('there is no variable');
    }
  });
});

describe('refuses, with the place', () => {
  test.each([
    ['{{ nmae }}', 'there is no variable "nmae"', 0],
    ['ab {{ name | upper }} {{ x.y }}', 'there is no variable "x"', 25],
    ['{% set y = missing %}{{ y }}', 'there is no variable "missing"', 11],
    ['{{ size }}', 'there is no variable "size"', 0],
    ['{{ size }} of {{ name | upper }}', 'there is no variable "size"', 3],
    ['{{ name', '{{ is not closed', 0],
    ['{# comment', '{# is not closed', 0],
    ['{% if name %}', 'not closed', 0],
    ['x {% fro x in list %}', 'the tag "fro" is not known', 5],
    ['{% include "file" %}', 'the tag "include" is not known', 3],
    ['{% macro f() %}', 'the tag "macro" is not known', 3],
    ['{{ name | nofilter }}', 'undefined filter: nofilter', 0],
    ['{{ a + b }}', '"+ b " is nothing that templates know', 5],
    ['{{ name ~ n }}', 'nothing that templates know', 8],
    ['{{ name if n else 2 }}', '"if" cannot stand here', 8],
    ['{% if name is defined %}{% endif %}', '"is" cannot stand here', 11],
    ['{% if "a" in list %}{% endif %}', '"in" cannot stand here', 10],
    ['{{ range(3) }}', '"(" cannot stand here', 8],
    ['{{ name.upper() }}', '"(" cannot stand here', 13],
    ['{{ name, n }}', '"," cannot stand here', 7],
    ['{{ name) }}', '")" cannot stand here', 7],
    ['{{ name n }}', '"n" cannot stand here', 8],
    ['{{ }}', 'a value is missing here', 3],
    ['{% set x %}', '= is missing here', 9],
    ['{{ [1, 2] }}', '"[" cannot stand here', 3],
    ['{% for k, v in object %}{% endfor %}', '"," cannot stand here: there must be in', 8],
    ['{% if name and n or yes %}{% endif %}', 'cannot have both', 17],
    ['{{ name | truncate(5) }}', 'is not known in the form truncate(…): it means something else there', 10],
    ['{{ list | sort(true) }}', 'is not known in the form sort(…): it means something else there', 10],
    ['{{ name | upcase("x") }}', 'takes no argument in the form upcase(…)', 10],
    ['{{ name | nofilter(1, "x") }}', 'undefined filter: nofilter', 0],
    ['ab {{ 9007199254740993 }}', 'the number 9007199254740993 is beyond 2^53', 6],
    ['{{ n | plus(-9007199254740993) }}', 'the number -9007199254740993 is beyond 2^53', 12],
    ['{{ list | join(", ", "x") }}', 'takes at most 1', 10],
    ['{% else %}', '{% else %} cannot stand here: no block is open', 3],
    ['{% if n %}{% elif yes %}{% endif %}{% elif n %}', '{% elif %} cannot stand here: no block is open', 38],
    ['{% if n %}{% for x in list %}{% endif %}{% endfor %}', '{% endif %} cannot stand here: the block that is open is {% for %}', 32],
    ['a{% break %}b', '{% break %} cannot stand here: no loop is open', 4],
    ['{{ empty.x | upper }}', 'there is no variable "empty.x"', 3],
    ['{% set x = 1, 2 %}', '"," cannot stand here', 12],
  ])('%s', async (text, message, offset) => {
    const error = await problem(text);
    expect(error.message).toContain(message);
    expect(error.offset).toBe(offset);
  });

  test('a missing variable names those that there are, and the nearest', async () => {
    const error = await problem('{{ nmae }}');
    expect(error).toMatchObject({ code: 'template', variable: 'nmae', hint: 'did you mean {{ name }}?' });
    expect(error.message).toBe('there is no variable "nmae"; there are: name, empty, n, list, object, yes, none, no, zero, blank, items');
    expect((await problem('{{ a | upper }}', {})).message).toBe('there is no variable "a"; there are none');
  });

  test('what takes too long, or gets too large, is ended', async () => {
    const started = performance.now();
    const loops = (depth: number): string => (depth === 0 ? 'x' : `{% for i in (1..1000) %}${loops(depth - 1)}{% endfor %}`);
    await expect(render(loops(4))).rejects.toBeInstanceOf(TemplateError);
    const long = 'a'.repeat(1_000_000);
    await expect(render('{{ long }}'.repeat(60), { long })).rejects.toThrow('longer than');
    expect((await render(`{{ long | replace: part, "" | size }}{% if long contains part %}{% endif %}`, { long: `${long}b`, part: `${'a'.repeat(1000)}c` })).length).toBeLessThan(10);
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});

test('every filter is read in both forms, but for those that mean something else in one', () => {
  const engine = new Liquid();
  addFilters(engine);
  const names = Object.keys(engine.filters).toSorted();
  expect(names.filter((name) => !MOST_ARGUMENTS.has(name) && !COLON_ONLY.has(name))).toEqual([]);
  expect([...MOST_ARGUMENTS.keys(), ...COLON_ONLY].filter((name) => !names.includes(name) && name !== 'd')).toEqual([]);
});

test('the names that a template uses', async () => {
  const renderer = await createTemplateRenderer();
  await renderer.prepare?.();
  expect([...renderer.parse('{{ a }} {{b}}').uses]).toEqual(['a', 'b']);
  expect([...renderer.parse('{% for x in list %}{{ x }}{{ y | upper }}{% endfor %}').uses].toSorted()).toEqual(['list', 'y']);
});

test('the engine is loaded for texts with more than names in them, and these are not read without it', async () => {
  const renderer = await createTemplateRenderer();
  for (const text of ['plain', '{{ a }} {{b}}', 'x'.repeat(1_000_001)]) expect(renderer.prepare?.(text)).toBeUndefined();
  expect(() => renderer.parse('{{ a | upper }}')).toThrow('prepare() was not waited for');
  await renderer.prepare?.('{{ a | upper }}');
  expect(renderer.prepare?.('{{ a | lower }}')).toBeUndefined();
  expect(renderer.parse('{{ a | upper }}').render({ a: 'x' })).toBe('X');
});
