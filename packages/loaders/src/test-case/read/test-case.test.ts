import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { ruleDefinitions } from '../../../test/sample-rules.js';
import { normalizeTestCase } from './test-case.js';

function read(raw: unknown) {
  const { context, found } = recordingContext({ definitions: ruleDefinitions });
  return { evalCase: normalizeTestCase(raw, context, [0]), found };
}

const CASE = {
  id: 'ticket_7',
  task: 'Name the department of this ticket.',
  input: 'The invoice is wrong.',
  expected: 'BILLING',
  rubric: { label: { description: 'Is it the right one?', weight: 1, rule: 'exact_match' } },
  tags: [{ domain: 'support' }, { language: 'english' }],
};

test('a whole case: context, task and input are asked, the rubric scores', () => {
  const { evalCase, found } = read({ ...CASE, context: 'You sort tickets.\n', rubric: { ...CASE.rubric, length: { weight: 0, rule: 'length_max_9' } } });
  expect(found).toEqual([]);
  expect(evalCase).toStrictEqual({
    id: 'ticket_7',
    expectedOutcome: 'Name the department of this ticket.',
    inputMessages: [
      { role: 'system', content: 'You sort tickets.\n' },
      { role: 'user', content: 'Name the department of this ticket.\n\nThe invoice is wrong.' },
    ],
    expectedMessages: [{ role: 'assistant', content: 'BILLING' }],
    evaluators: [
      { name: 'label', type: 'exact_match', weight: 1, options: { description: 'Is it the right one?' } },
      { name: 'length', type: 'length_max', weight: 0, options: { value: 9 } },
    ],
    execution: { target: 'default' },
    weight: 1,
    tags: ['domain:support', 'language:english'],
    plainInput: 'The invoice is wrong.',
  });
});

describe('fields', () => {
  test('an id may be a number', () => {
    expect(read({ ...CASE, id: 7 }).evalCase?.id).toBe('7');
  });

  test.each([[{}], [{ context: null }], [{ context: ' \n' }]])('without a context there is no system message: %j', (more) => {
    expect(read({ ...CASE, ...more }).evalCase?.inputMessages.map(({ role }) => role)).toEqual(['user']);
  });

  test('expected may be a mapping, for output that is JSON', () => {
    expect(read({ ...CASE, expected: { risk: 'low' } }).evalCase?.expectedMessages).toEqual([{ role: 'assistant', content: { risk: 'low' } }]);
  });

  test('an empty text may be what is asked about', () => {
    expect(read({ ...CASE, task: 'Say that nothing came.\n', input: '' }).evalCase).toMatchObject({
      inputMessages: [{ role: 'user', content: 'Say that nothing came.' }],
      plainInput: '',
    });
  });

  test.each([
    [[{ domain: 'support' }, { difficulty: 'easy|hard' }], ['domain:support', 'difficulty:easy|hard']],
    [['domain:support', 'language: czech', 'smoke'], ['domain:support', 'language:czech', 'smoke']],
    [[{ domain: 'support', level: 2 }], ['domain:support', 'level:2']],
    [[], []],
  ])('tags %j are %j', (tags, expected) => {
    expect(read({ ...CASE, tags })).toMatchObject({ evalCase: { tags: expected }, found: [] });
  });

  test('what people write for themselves is no part of the case', () => {
    const notes = { description: 'd', note: 'n', notes: [], metadata: {}, $schema: 's', 'x-y': 1 };
    expect(read({ ...CASE, ...notes })).toStrictEqual(read(CASE));
  });

  test('metadata goes along with a case', () => {
    expect(read({ ...CASE, metadata: { level: 2 } })).toMatchObject({ evalCase: { metadata: { level: 2 } }, found: [] });
  });
});

describe('a case that lacks something is left out with a warning that names it', () => {
  test.each(['id', 'task', 'input', 'expected', 'rubric'])('%s', (key) => {
    for (const value of [undefined, null]) {
      const { evalCase, found } = read({ ...CASE, [key]: value });
      expect(evalCase).toBeUndefined();
      expect(found).toEqual([expect.stringMatching(`^warning missing-field at 0: missing ${key} -> add ${key}: `)]);
    }
  });

  test('all that is missing is named at once', () => {
    expect(read({ id: 1, tags: [], task: 't' }).found).toEqual([expect.stringMatching(/^warning missing-field at 0: missing input, missing expected, missing rubric -> /u)]);
  });

  test('but one without tags is used', () => {
    const { tags: _, ...rest } = CASE;
    const { evalCase, found } = read(rest);
    expect(evalCase?.tags).toEqual([]);
    expect(found).toEqual([expect.stringMatching(/^warning missing-tags at 0: missing tags -> add tags: /u)]);
  });
});

test.each<[object, string]>([
  [{ task: ' ' }, 'error invalid-field at 0.task: task must not be empty -> write what the model is to do'],
  [{ task: 5 }, 'error invalid-field at 0.task: task must be a string, not a number -> put it in quotes: task: "5"'],
  [{ input: ['a'] }, 'error invalid-field at 0.input: input must be a string, not a list -> write one text: input: "…"'],
  [{ context: {} }, 'error invalid-field at 0.context: context must be a string, not a mapping -> write one text: context: "…"'],
  [{ expected: 4 }, 'error invalid-field at 0.expected: expected must be a string or a mapping, not a number -> put it in quotes: expected: "4"'],
  [{ expected: ['a'] }, 'error invalid-field at 0.expected: expected must be a string or a mapping, not a list -> write the text, or a mapping for JSON output'],
  [{ rubric: ['exact_match'] }, 'error invalid-field at 0.rubric: rubric must be a mapping of criteria, not a list -> write the name of each criterion, and description, weight and rule below it'],
  [{ rubric: {} }, 'error invalid-field at 0.rubric: rubric must have at least one criterion -> add rubric: the criteria, each with description, weight and rule'],
  [{ tags: [5.5], id: '' }, 'error invalid-field at 0.id: id must not be empty -> write a short name, unique within the file'],
  [{ tags: [['a']] }, 'error invalid-field at 0.tags.0: a tag must be a string or key: value, not a list -> write a list of texts: tags: [smoke, "area:billing"]'],
  [{ expectd: 'x' }, 'warning unknown-key at key 0.expectd: unknown key "expectd" in the list; it is ignored -> did you mean expected?'],
  [{ system_prompt: 'x' }, 'warning unknown-key at key 0.system_prompt: unknown key "system_prompt" in the list; it is ignored -> write it under context'],
])('%j: %s', (more, finding) => {
  const { evalCase, found } = read({ ...CASE, ...more });
  expect(found).toEqual([finding]);
  expect(evalCase === undefined).toBe(finding.startsWith('error'));
});

test('every finding of a case is said, not only the first', () => {
  const rubric = { a: { weight: -1, rule: 'exact_mach' }, b: { rule: 'length_max_5', value: 6 } };
  expect(read({ ...CASE, task: 5, expected: 5, rubric, tags: [null] }).found.map((line) => /at (?<path>\S+):/u.exec(line)?.groups?.['path'])).toEqual([
    '0.task', '0.expected', '0.rubric.a.weight', '0.rubric.a.rule', '0.rubric.b.value', '0.tags.0',
  ]);
});

test.each([['text'], [[CASE]], [null]])('%j is no case', (raw) => {
  expect(read(raw).found).toEqual([expect.stringMatching(/^error invalid-field at 0: a test case must be a mapping with id, task, input, expected and rubric, not /u)]);
});
