import { describe, expect, test } from 'vitest';
import { parseYaml } from './parse-yaml.js';

const problems = (text: string): readonly string[] =>
  parseYaml(text, 'x.yml').diagnostics.map(({ location, message, hint }) => `${location?.line}:${location?.column} ${message} -> ${hint}`);

describe('a colon in a text without quotes', () => {
  test.each([
    ['title: Parcels: where they are', '1:8 Invalid YAML: the text of title holds a colon and a space, which begin another key -> put it in quotes: title: "Parcels: where they are"'],
    ['- prompt: Say: "it\'s me"\n  id: a', `1:11 Invalid YAML: the text of prompt holds a colon and a space, which begin another key -> put it in quotes: prompt: 'Say: "it''s me"'`],
    ['list:\n  - says: this: that', '2:11 Invalid YAML: the text of says holds a colon and a space, which begin another key -> put it in quotes: says: "this: that"'],
    ['title: Paths: C:\\temp', '1:8 Invalid YAML: the text of title holds a colon and a space, which begin another key -> put it in quotes: title: "Paths: C:\\\\temp"'],
    [`id: a\ndescription: ${'Long '.repeat(15)}text: with a colon\n\n  and more below\n`, '2:14 Invalid YAML: the text of description holds a colon and a space, which begin another key -> put the whole text in quotes, or write description: | and the text below it, indented'],
  ])('%s', (text, finding) => {
    expect(problems(text)).toEqual([finding]);
  });

  test('what is another mistake keeps its own words', () => {
    expect(problems('a: "x": y')).toEqual(['1:4 Invalid YAML: Nested mappings are not allowed in compact mappings -> put the text in quotes if it holds a colon followed by a space']);
  });

  test('the hint is right: the text in quotes is what was meant', () => {
    expect(parseYaml('title: "Paths: C:\\\\temp"', 'x.yml').documents[0]?.value).toEqual({ title: 'Paths: C:\\temp' });
    expect(parseYaml(`prompt: 'Say: "it''s me"'`, 'x.yml').documents[0]?.value).toEqual({ prompt: 'Say: "it\'s me"' });
  });
});
