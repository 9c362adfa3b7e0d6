import { formatDiagnostic, type EvalCase } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { definitions, load } from './composed-loader.js';

/** The test-case format, read by the loader with everything that is installed. */

const indented = (text: string): string => text.trim().replaceAll('\n', '\n  ');

/** A test case in which `fields` take the place of those of the same names. */
function caseText(fields: string): string {
  const defaults = [
    ['id', 'id: parcel_001'],
    ['task', 'task: "Name the mood of this review as GLAD, SAD or NEITHER."'],
    ['input', 'input: "Balík dorazil včas."'],
    ['expected', 'expected: "GLAD"'],
    ['rubric', 'rubric:\n  label: {description: "The right mood?", weight: 1.0, rule: exact_match}'],
    ['tags', 'tags: ["domain:reviews"]'],
  ] as const;
  const kept = defaults.filter(([key]) => !new RegExp(`^${key}:`, 'mu').test(fields)).map(([, text]) => text);
  return `${[...kept, fields.trim()].join('\n')}\n`;
}

async function caseOf(fields: string): Promise<EvalCase> {
  const { cases, findings } = await load('case.yaml', { 'case.yaml': caseText(fields) });
  expect(findings.map(formatDiagnostic)).toEqual([]);
  const [only] = cases;
  if (!only) expect.fail('the file has no case');
  return only;
}

async function findingsOf(fields: string): Promise<readonly string[]> {
  const { findings } = await load('case.yaml', { 'case.yaml': caseText(fields) });
  return findings.map(formatDiagnostic);
}

/** The evaluators of a rubric, written below `rubric:`. */
async function rubricOf(criteria: string): Promise<EvalCase['evaluators']> {
  return (await caseOf(`rubric:\n  ${indented(criteria)}`)).evaluators;
}

/** The options of a criterion, written below its name. */
async function optionsOf(criterion: string): Promise<[type: string | undefined, options: object | undefined]> {
  const [only] = await rubricOf(`criterion:\n  weight: 1\n  ${indented(criterion)}`);
  return [only?.type, only?.options];
}

describe('fields', () => {
  test('id, task, input: what the model is asked, and how the case is named', async () => {
    expect(await caseOf('')).toMatchObject({
      id: 'parcel_001',
      inputMessages: [{ role: 'user', content: 'Name the mood of this review as GLAD, SAD or NEITHER.\n\nBalík dorazil včas.' }],
      plainInput: 'Balík dorazil včas.',
    });
  });

  test('context: an optional system prompt', async () => {
    const { inputMessages } = await caseOf('context: |\n  You sort reviews.\n  Answer with the label alone.');
    expect(inputMessages[0]).toEqual({ role: 'system', content: 'You sort reviews.\nAnswer with the label alone.\n' });
  });

  test('expected: a string or an object', async () => {
    expect((await caseOf('expected: "SAD"')).expectedMessages).toEqual([{ role: 'assistant', content: 'SAD' }]);
    expect((await caseOf('expected: {mood: SAD, sure: true}')).expectedMessages).toEqual([
      { role: 'assistant', content: { mood: 'SAD', sure: true } },
    ]);
  });

  test('rubric: criteria with descriptions, weights and rules', async () => {
    const evaluators = await rubricOf(`
label:
  description: "The right mood?"
  weight: 0.7
  rule: "exact_match"
brevity:
  description: "Nothing more than that?"
  weight: 0.3
  rule: "length_max_10"`);
    expect(evaluators).toStrictEqual([
      { name: 'label', type: 'exact_match', weight: 0.7, options: { description: 'The right mood?' } },
      { name: 'brevity', type: 'length_max', weight: 0.3, options: { value: 10, description: 'Nothing more than that?' } },
    ]);
  });

  test('tags: a list of key:value, as texts or as mappings', async () => {
    const mappings = 'tags:\n  - domain: "reviews"\n  - language: "czech"\n  - difficulty: "easy|medium|hard"\n  - risk_level: "low"';
    expect((await caseOf(mappings)).tags).toEqual(['domain:reviews', 'language:czech', 'difficulty:easy|medium|hard', 'risk_level:low']);
    expect((await caseOf('tags: ["domain:reviews", "language:czech"]')).tags).toEqual(['domain:reviews', 'language:czech']);
  });

  test.each(['id', 'task', 'input', 'expected', 'rubric'])('%s is required: without it the case is left out, with a warning', async (key) => {
    const { cases, findings } = await load('case.yaml', { 'case.yaml': caseText(`${key}:`) });
    expect(cases).toEqual([]);
    expect(findings).toMatchObject([{ severity: 'warning', code: 'missing-field', message: `missing ${key}`, location: { file: 'case.yaml', line: 1 } }]);
  });

  test('tags are required: without them there is a warning, and the case is used', async () => {
    const { cases, findings } = await load('case.yaml', { 'case.yaml': caseText('tags:') });
    expect(cases).toHaveLength(1);
    expect(findings).toMatchObject([{ severity: 'warning', code: 'missing-tags' }]);
  });
});

describe('scoring rules', () => {
  test.each([
    ['rule: "exact_match"', 'exact_match', {}],
    ['rule: "score_above_0.85"', 'score_above', { value: 0.85 }],
    ['rule: "json_valid"', 'json_valid', {}],
    ['rule: "required_keys"\nkeys: ["name", "score"]', 'required_keys', { keys: ['name', 'score'] }],
    ['rule: {required_keys: [name, score]}', 'required_keys', { keys: ['name', 'score'] }],
    ['rule: required_keys\nrequired_keys: [name, score]', 'required_keys', { keys: ['name', 'score'] }],
    ['rule: "forbidden_phrases"\nphrases: ["password", "credit_card"]', 'forbidden_phrases', { phrases: ['password', 'credit_card'] }],
    ['forbidden_phrases: [password]', 'forbidden_phrases', { phrases: ['password'] }],
    ['rule: "length_max_500"', 'length_max', { value: 500 }],
    ['rule: {length_max: 500}', 'length_max', { value: 500 }],
    ['description: Kind?\nrule: "rubric_score_0_to_5"', 'rubric_score', { min: 0, max: 5, description: 'Kind?' }],
  ])('%s', async (criterion, type, options) => {
    expect(await optionsOf(criterion)).toEqual([type, options]);
  });

  const ERROR = 'case.yaml:8:11: error: criterion "c": ';
  const ORIGINAL = ['exact_match', 'forbidden_phrases', 'json_valid', 'length_max_X', 'required_keys', 'rubric_score_X_to_Y', 'score_above_X'];
  // Those of the registry, so that a new rule is one line there and none here.
  const forms = (definitions.rules ?? []).map(({ form }) => form);

  test('the rules of the format are installed', () => {
    expect(forms.filter((form) => ORIGINAL.includes(form))).toEqual(ORIGINAL);
  });

  test.each([
    ['exact_mach', `${ERROR}unknown rule "exact_mach"; rules: ${forms.join(', ')}\n  fix: did you mean exact_match?`],
    ['score_over_0.8', expect.stringContaining('fix: did you mean score_above_0.8?')],
    ['score_above_85', `${ERROR}the score must be a number from 0 to 1, as in value: 0.85, or rule: score_above_0.85`],
    ['score_above_-1', `${ERROR}the score must be a number from 0 to 1, as in value: 0.85, or rule: score_above_0.85`],
    ['rubric_score_5_to_0', `${ERROR}the scale must go upwards, as in min: 0, max: 5, or rule: rubric_score_0_to_5`],
    ['length_max_-3', `${ERROR}the length must be a whole number >= 0`],
    ['required_keys', `${ERROR}keys is required; as in keys: [name, score]`],
    ['{required_keys: []}', 'case.yaml:8:27: error: criterion "c": keys must list at least one key'],
    ['{forbidden_phrases: []}', 'case.yaml:8:31: error: criterion "c": phrases must list at least one phrase'],
  ])('rule: %s is an error at its place', async (rule, finding) => {
    expect(await findingsOf(`rubric:\n  c:\n    rule: ${rule}\n    weight: 1\n    description: d`)).toEqual([finding]);
  });

  test('score_above_1 can never be met, which is warned about', async () => {
    expect(await findingsOf('rubric:\n  c:\n    rule: score_above_1')).toEqual([
      'case.yaml:8:11: warning: criterion "c": no confidence is above 1, so that this always scores 0',
    ]);
  });
});

describe('weights', () => {
  test('should add up to 1: others are warned about with their sum, and used in the same proportions', async () => {
    const { cases, findings } = await load('case.yaml', {
      'case.yaml': caseText('rubric:\n  a: {weight: 3, rule: exact_match}\n  b: {weight: 1, rule: json_valid}'),
    });
    expect(cases[0]?.evaluators.map(({ weight }) => weight)).toEqual([0.75, 0.25]);
    expect(findings.map(formatDiagnostic)).toEqual([
      'case.yaml:6:1: warning: the weights of the rubric add up to 4, not 1; they are used in the same proportions\n  fix: change them so that they add up to 1',
    ]);
  });

  test('are equal when none is given', async () => {
    expect((await rubricOf('a: {rule: exact_match}\nb: {rule: json_valid}')).map(({ weight }) => weight)).toEqual([0.5, 0.5]);
  });

  // A number that is none is refused where the file is read, before anybody knows what it is of.
  test.each([['-0.5', 'criterion "a": weight'], ['.inf', 'weight'], ['"0.5"', 'criterion "a": weight']])('%s is an error', async (weight, of) => {
    expect(await findingsOf(`rubric:\n  a: {weight: ${weight}, rule: exact_match}`)).toEqual([expect.stringMatching(new RegExp(`^case\\.yaml:7:15: error: ${of} must be `, 'u'))]);
  });
});

test('a complete case', async () => {
  const { cases, findings } = await load('case.yaml', {
    'case.yaml': `id: "mood_017"
task: "Sort this Czech review into GLAD, SAD or NEITHER."
input: "No paráda. Už podruhé to přišlo rozbité."
expected: "SAD"

context: |
  You sort reviews of a shop.
  Mind irony.

rubric:
  accuracy:
    description: "Is it the right one?"
    weight: 0.8
    rule: "exact_match"
  confidence:
    description: "Is the model sure enough?"
    weight: 0.2
    rule: "score_above_0.7"

tags:
  - domain: "reviews"
  - language: "czech"
  - difficulty: "hard"
  - risk_level: "medium"
`,
  });
  expect(findings).toEqual([]);
  expect(cases).toStrictEqual([
    {
      id: 'mood_017',
      expectedOutcome: 'Sort this Czech review into GLAD, SAD or NEITHER.',
      inputMessages: [
        { role: 'system', content: 'You sort reviews of a shop.\nMind irony.\n' },
        { role: 'user', content: 'Sort this Czech review into GLAD, SAD or NEITHER.\n\nNo paráda. Už podruhé to přišlo rozbité.' },
      ],
      expectedMessages: [{ role: 'assistant', content: 'SAD' }],
      evaluators: [
        { name: 'accuracy', type: 'exact_match', weight: 0.8, options: { description: 'Is it the right one?' } },
        { name: 'confidence', type: 'score_above', weight: 0.2, options: { value: 0.7, description: 'Is the model sure enough?' } },
      ],
      execution: { target: 'default' },
      weight: 1,
      tags: ['domain:reviews', 'language:czech', 'difficulty:hard', 'risk_level:medium'],
      plainInput: 'No paráda. Už podruhé to přišlo rozbité.',
    },
  ]);
});
