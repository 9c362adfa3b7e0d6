import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import type { NormalizeContext } from '@assay/schema';
import { ruleDefinitions } from '../../../test/sample-rules.js';
import { readCriterion } from './criterion.js';

function read(value: unknown, name = 'c', more: Partial<NormalizeContext> = { definitions: ruleDefinitions }) {
  const { context, found } = recordingContext(more);
  return { criterion: readCriterion(context, name, value, ['rubric', name]), found };
}

describe('forms in which a rule and its parameters are written', () => {
  const length = { type: 'length_max', options: { value: 500 } };
  const keys = { type: 'required_keys', options: { keys: ['name', 'score'] } };
  const score = { type: 'rubric_score', options: { min: 0, max: 5 } };

  test.each<[unknown, object]>([
    [{ rule: 'exact_match' }, { type: 'exact_match', options: {} }],
    [{ rule: ['exact_match'] }, { type: 'exact_match', options: {} }],
    [{ rule: { exact_match: true } }, { type: 'exact_match', options: {} }],
    [{ rule: { exact_match: null } }, { type: 'exact_match', options: {} }],
    [{ exact_match: true }, { type: 'exact_match', options: {} }],
    ['exact_match', { type: 'exact_match', options: {} }],
    [{ rule: 'length_max_500' }, length],
    [{ rule: 'length_max_500', value: 500 }, length],
    [{ rule: 'length_max', value: 500 }, length],
    [{ rule: 'length_max', length_max: 500 }, length],
    [{ rule: { length_max: 500 } }, length],
    [{ rule: { length_max_500: null } }, length],
    [{ rule: { length_max: { value: 500 } } }, length],
    [{ rule: { name: 'length_max', value: 500 } }, length],
    [{ rule: { type: 'length_max_500' } }, length],
    [{ rule: 'length_max: 500' }, length],
    [{ length_max: 500 }, length],
    ['length_max_500', length],
    [{ rule: 'required_keys', keys: ['name', 'score'] }, keys],
    [{ rule: 'required_keys', required_keys: ['name', 'score'] }, keys],
    [{ rule: { required_keys: ['name', 'score'] } }, keys],
    [{ rule: { required_keys: { keys: ['name', 'score'] } } }, keys],
    [{ rule: 'required_keys: ["name", "score"]' }, keys],
    [{ rule: 'required_keys [name, \'score\']' }, keys],
    [{ required_keys: ['name', 'score'] }, keys],
    [{ description: 'd', rule: 'rubric_score_0_to_5' }, { ...score, options: { ...score.options, description: 'd' } }],
    [{ description: '', rule: { rubric_score: [0, 5] } }, { ...score, options: { ...score.options, description: '' } }],
    [{ description: '', rule: 'rubric_score', min: 0, max: 5 }, { ...score, options: { ...score.options, description: '' } }],
  ])('%j', (value, expected) => {
    expect(read(value)).toEqual({ criterion: { name: 'c', weight: undefined, ...expected }, found: [] });
  });

  test('a criterion that is named for a rule needs to say it no further', () => {
    expect(read({ rule: ['name', 'score'] }, 'required_keys').criterion).toMatchObject(keys);
    expect(read({ weight: 1 }, 'length_max_500').criterion).toMatchObject({ ...length, weight: 1 });
  });

  test('name, weight and description stay', () => {
    expect(read({ description: 'Is it right?', weight: 0.7, rule: 'exact_match' }, 'accuracy').criterion).toEqual({
      name: 'accuracy',
      weight: 0.7,
      type: 'exact_match',
      options: { description: 'Is it right?' },
    });
  });
});

describe('a rule that is not installed is an error with the nearest one and the list', () => {
  const list = 'rules: exact_match, length_max_X, required_keys, rubric_score_X_to_Y';

  test.each([
    ['exact_mach', 'did you mean exact_match?'],
    ['Exact-Match', 'did you mean exact_match?'],
    ['max_length', 'use one of these, with numbers for X and Y'],
    ['lenght_max_500', 'did you mean length_max_500?'],
    ['length_max_2,5', 'write rule: length_max_X with numbers for the capitals, as in length_max_500'],
    ['length_max_X', 'write rule: length_max_X with numbers for the capitals, as in length_max_500'],
    ['lenght_max', 'write rule: length_max_X with numbers for the capitals, as in length_max_500'],
    ['length_max_1e3', 'did you mean length_max_1000?'],
    ['length_max_1,000', 'did you mean length_max_1000?'],
    ['length_max_1_000', 'did you mean length_max_1000?'],
    ['length_max_1_5', 'write rule: length_max_X with numbers for the capitals, as in length_max_500'],
    ['length_max_10k', 'did you mean length_max_10000?'],
    ['length_max_500_chars', 'did you mean length_max_500?'],
    ['length_max_80%', 'did you mean length_max_80?'],
    ['rubric_score_0-5', 'write rule: rubric_score_X_to_Y with numbers for the capitals, as in rubric_score_0_to_5'],
    ['rubric_score_5', 'write rule: rubric_score_X_to_Y with numbers for the capitals, as in rubric_score_0_to_5'],
    ['rubric_score_1_too_5', 'did you mean rubric_score_1_to_5?'],
    ['required_key', 'did you mean required_keys?'],
    ['not_exact_match', 'rules have no opposite: say what the output is to be; forbidden_phrases lists what it may not say'],
    ['not-length_max_500', 'rules have no opposite: say what the output is to be; forbidden_phrases lists what it may not say'],
    ['', 'use one of these, with numbers for X and Y'],
  ])('%s', (rule, hint) => {
    expect(read({ rule }).found).toEqual([`error unknown-rule at rubric.c.rule: criterion "c": unknown rule ${JSON.stringify(rule)}; ${list} -> ${hint}`]);
  });

  test('also as a mapping', () => {
    expect(read({ rule: { lenght_max: 5 } }).found).toEqual([`error unknown-rule at rubric.c.rule.lenght_max: criterion "c": unknown rule "lenght_max"; ${list} -> did you mean length_max?`]);
  });
});

describe('findings stand where the value stands', () => {
  test.each<[unknown, string]>([
    [{ rule: 'length_max_-5' }, 'error invalid-option at rubric.c.rule: criterion "c": the length must be >= 0'],
    [{ rule: { length_max: -5 } }, 'error invalid-option at rubric.c.rule.length_max: criterion "c": the length must be >= 0'],
    [{ rule: 'length_max', value: 'long' }, 'error invalid-option at rubric.c.value: criterion "c": the length must be a number'],
    [{ rule: 'required_keys', keys: [] }, 'error invalid-option at rubric.c.keys: criterion "c": keys must list at least one key'],
    [{ rule: 'required_keys', required_keys: ['a', 5] }, 'error invalid-option at rubric.c.required_keys.1: criterion "c": a key must be text -> put it in quotes: "5"'],
    [{ rule: { required_keys: { keys: [5] } } }, 'error invalid-option at rubric.c.rule.required_keys.keys.0: criterion "c": a key must be text -> put it in quotes: "5"'],
    [{ rule: 'length_max' }, 'error invalid-option at rubric.c.rule: criterion "c": value is missing'],
    ['length_max_-5', 'error invalid-option at rubric.c.rule: criterion "c": the length must be >= 0'],
    [{ rule: 'length_max_5', value: 6 }, 'error invalid-field at rubric.c.value: criterion "c": value is said twice, and differently (the first one is here: key rubric.c.rule) -> keep one of the two'],
    [{ rule: { exact_match: 5 } }, 'error invalid-field at rubric.c.rule.exact_match: criterion "c": exact_match takes no value -> write rule: exact_match'],
    [{ description: 'd', rule: { rubric_score: 5 } }, 'error invalid-field at rubric.c.rule.rubric_score: criterion "c": rubric_score takes a list of min, max -> write rule: rubric_score_X_to_Y with numbers for the capitals, as in rubric_score_0_to_5'],
    [{ weight: 1 }, 'error invalid-field at rubric.c: criterion "c": it has no rule -> write rule: exact_match, or rule: required_keys and keys: [name, score] below it'],
    [{ exact_match: true, length_max: 5 }, 'error invalid-field at rubric.c: criterion "c": it has several rules: exact_match, length_max -> write a criterion for each rule'],
    [{ rule: ['exact_match', 'length_max_5'] }, 'error invalid-field at rubric.c.rule: criterion "c": rule must be one rule, not a list -> write a criterion for each rule; keys and phrases stand beside it, as in rule: required_keys and keys: [name, score]'],
    [{ rule: 5 }, 'error invalid-field at rubric.c.rule: criterion "c": rule must be the name of a rule, not a number -> write rule: exact_match, or rule: required_keys and keys: [name, score] below it'],
    [{ rule: 'exact_match', weight: -1 }, 'error invalid-field at rubric.c.weight: criterion "c": weight must be >= 0, not the number -1 -> write a number such as 1, 0.5 or 3; leave it out for 1'],
    [{ rule: 'exact_match', weight: '0.5' }, 'error invalid-field at rubric.c.weight: criterion "c": weight must be a finite number, not "0.5" -> write a number such as 1, 0.5 or 3; leave it out for 1'],
    [{ rule: 'exact_match', weight: Infinity }, 'error invalid-field at rubric.c.weight: criterion "c": weight must be a finite number, not the number Infinity -> write a number such as 1, 0.5 or 3; leave it out for 1'],
    [{ rule: 'exact_match', description: 5 }, 'error invalid-field at rubric.c.description: description must be a string, not a number -> put it in quotes: description: "5"'],
    [5, 'error invalid-field at rubric.c: criterion "c" must be a mapping with description, weight and rule, not a number -> write weight: 0.5 and rule: exact_match below it'],
    [null, 'error invalid-field at rubric.c: criterion "c" must be a mapping with description, weight and rule, not nothing -> write weight: 0.5 and rule: exact_match below it'],
    [{ rule: 'exact_match', wieght: 1 }, 'warning unknown-key at key rubric.c.wieght: unknown key "wieght" in c; it is ignored -> did you mean weight?'],
    [{ rule: 'rubric_score_0_to_5' }, 'warning missing-description at key rubric.c: criterion "c": without a description the judges are told only its name -> add description: what the judges are to look at'],
  ])('%j', (value, finding) => {
    expect(read(value).found).toEqual([finding]);
  });
});

test('checks that need more than a schema are handed the options with their places', () => {
  const told: unknown[] = [];
  const { found } = read({ rule: 'length_max_9001' }, 'c', {
    definitions: ruleDefinitions,
    onEvaluator: ({ name }, options, path, label) => told.push([name, options, path(['value']), label]),
  });
  expect(found).toEqual([]);
  expect(told).toEqual([['length_max', { value: 9001 }, ['rubric', 'c', 'rule'], 'criterion "c": ']]);
});

test('when nothing is known to be installed, rules are kept as written', () => {
  expect(read({ rule: 'shines', weight: 1, by: 3 }, 'c', {})).toEqual({ criterion: { name: 'c', weight: 1, type: 'shines', options: { by: 3 } }, found: [] });
  expect(read({ rule: { length_max: 5 } }, 'c', {}).criterion).toEqual({ name: 'c', weight: undefined, type: 'length_max', options: { length_max: 5 } });
});
