import { join } from 'node:path';
import { InvalidFileError, type Diagnostic } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { composeReading } from '../src/runner/reading/compose-reading.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Everything that is said about a blueprint, as `assay validate` says it. */
async function findingsOf(text: string): Promise<readonly Diagnostic[]> {
  const { folder } = await createWorkspace({ 'b.yml': text });
  const found: Diagnostic[] = [];
  const reading = await composeReading({ cwd: folder, env: {}, verbose: true, report: (finding) => found.push(finding) });
  try {
    const suite = await reading.loadSuite(join(folder, 'b.yml'));
    for await (const _ of suite.cases()) continue;
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    return error.diagnostics;
  }
  return found;
}

/** What a hint says to write, as it could stand in a file: all of the forms that it names. */
function suggestions(hint: string): readonly string[] {
  const forms = /write one of: (?<all>.+)$/su.exec(hint)?.groups?.['all'];
  if (forms !== undefined) return forms.split('; ').map((form) => form.replace(/^- /u, ''));
  const numbers = /such as (?<all>[\d., or]+)/u.exec(hint)?.groups?.['all'];
  if (numbers !== undefined) return numbers.split(/, | or /u);
  const marks = ['as in ', 'without quotes: ', 'in quotes: ', 'as a mapping: ', 'did you mean ', 'write '];
  const mark = marks.find((words) => hint.includes(words));
  const one = mark === undefined ? undefined : hint.slice(hint.indexOf(mark) + mark.length).replace(/(?:, or .*|\?)$/su, '');
  return one === undefined ? [] : [one.replace(/^- /u, '')];
}

const point = (item: string): string => `- prompt: Hi\n  should:\n    - ${item}\n`;
const header = (line: string): string => `title: T\n${line}\n---\n- prompt: Hi\n  should: ["x"]\n`;
const prompt = (line: string): string => `- prompt: Hi\n  should: ["x"]\n  ${line}\n`;

/** What is wrong stands between « and »; the hint says what to write in its place. */
const WRONG: readonly string[] = [
  point('«$is_json»'),
  point('«$not_is_json»'),
  point('«"$is_json: false"»'),
  point('«$contains»'),
  point('«$js»'),
  point('«"$contains: 42"»'),
  point(String.raw`«"$matches: \"^\\d+$\""»`),
  point(`«'$icontains: "label": "x"'»`),
  point('«"$contains_any_of: [007, x]"»'),
  point('«contains: x»'),
  point('«contains: 42»'),
  point('«contains: [a, b]»'),
  point('«not_contains: x»'),
  point('«regex: a+»'),
  point('«not-regex: a+»'),
  point('«starts-with: a»'),
  point('«notContains: a»'),
  point('«javascript: r.length > 3»'),
  point('«is_json: true»'),
  point('«is-json: yes»'),
  point('«word_count: 50»'),
  point('«word_count_between: short»'),
  point('«tool_called: search»'),
  point('«contains_any_of: [a, b]»'),
  point('«{ type: contains, value: x }»'),
  point('«{ function: not_matches, arg: x }»'),
  point('«{ type: regex, value: [a] }»'),
  point('«42»'),
  point('«1.0»'),
  point('«true»'),
  point('«null»'),
  point('«{}»'),
  point('«{ weight: 2 }»'),
  point('«{ " ": x }»'),
  point('«{ fnArgs: x }»'),
  point('«{ fn: 3, fnArgs: x }»'),
  point('«{ $: x }»'),
  point('«{ $contains: x, $matches: y }»'),
  point('«{ "Names a.": x, "Names b.": y }»'),
  point('«{ "Names it.": R, citation: S }»'),
  `title: T\npoint_defs: { long: "r.length > 100" }\n---\n${point('$ref: «logn»')}`,
  point('$contains: «true»'),
  point('$contains: «null»'),
  point('$contains_any_of: [a, «false»]'),
  point('«$contians»: x'),
  point('«$not_contians»: x'),
  point('«$contains: [a, b]»'),
  point('«$matches: {}»'),
  point('«$word_count_between: [9, 1]»'),
  point('«$contains:»'),
  point('«$is_json: false»'),
  point('«pont»: Names it.'),
  point('{ $contains: x, «wieght»: 2 }'),
  point('{ text: x, weight: «heavy» }'),
  point('{ text: x, weight: «-1» }'),
  header('temperature: «"0.5"»'),
  header('temperature: «hot»'),
  header('temperature: «9»'),
  header('temperatures: «0.5»'),
  header('temperatures: «9»'),
  header('temperatures: «hot»'),
  header('temperatures: [0, «"0.5"»]'),
  header('system: «7»'),
  header('system: «1.0»'),
  header('«noCache: "maybe"»'),
  header('render_as: «htlm»'),
  header('toolUse: { «mode: execute» }'),
  header('toolUse: { «mode: auto» }'),
  header('toolUse: { «outputFormat: xml» }'),
  header('toolUse: { maxSteps: «0» }'),
  header('«desciption»: x'),
  prompt('requiredTools: «search»'),
  prompt('requiredTools: «"a: b"»'),
  prompt('maxCalls: «-1»'),
  '- «prompt: 42»\n  should: ["x"]\n',
  '- «prompt: 1.0»\n  should: ["x"]\n',
  '- «"Hello: you"»\n- prompt: Hi\n  should: ["x"]\n',
  '- «[a]»\n- prompt: Hi\n  should: ["x"]\n',
  '- id: only\n  should: ["x"]\n  «»\n',
  '- prompt: Hi\n  «shuold»: ["x"]\n',
];

describe('what a hint says to write can be written', () => {
  test.each(WRONG)('%s', async (marked) => {
    const before = await findingsOf(marked.replaceAll(/[«»]/gu, ''));
    const hinted = before.filter(({ severity, hint }) => severity !== 'info' && hint !== undefined);
    const proposed = hinted.flatMap(({ hint = '' }) => suggestions(hint));
    expect(hinted).not.toEqual([]);
    expect(proposed).not.toEqual([]);
    for (const suggestion of proposed) {
      const after = await findingsOf(marked.replace(/«.*»/su, () => suggestion));
      expect({ suggestion, after: after.filter(({ severity }) => severity !== 'info').map(({ message }) => message) }).toEqual({ suggestion, after: [] });
    }
  });
});
