import { describe, expect, test } from 'vitest';
import { ruleFindings, scoreText } from '../../test/rule-scores.js';
import { requiredKeys } from './required-keys.js';

const score = (keys: string[], text: string) => scoreText(requiredKeys, 'required_keys', text, { keys });

describe('required_keys: JSON must contain specific keys', () => {
  test.each([
    [['name', 'score'], '{"name": "a", "score": 1}'],
    [['name'], '{"name": null, "more": 1}'],
    [['name'], 'Sure!\n```json\n{"name": "a"}\n```'],
    [['name'], '[{"name": "a"}, {"name": "b"}]'],
    [['address.city'], '{"address": {"city": "Brno"}}'],
    [['address.city'], '{"address.city": "Brno"}'],
    [['lines[1].total'], '{"lines": [{"total": 1}, {"total": 2}]}'],
    [['toString'], '{"toString": 1}'],
  ])('%j are in %j', async (keys, text) => {
    expect(await score(keys, text)).toMatchObject({ score: 1, misses: [] });
  });

  test.each([
    [['name', 'score'], '{"name": "a"}', 'missing: "score"'],
    [['name', 'score'], '{}', 'missing: "name", "score"'],
    [['Name'], '{"name": 1}', 'missing: "Name"'],
    [['name'], '{"person": {"name": 1}}', 'missing: "name"'],
    [['toString'], '{}', 'missing: "toString"'],
    [['address.city'], '{"address": "Brno"}', 'missing: "address.city"'],
    [['name'], '[{"name": 1}, {}]', 'missing: "name"'],
    [['name'], '[]', 'the JSON is an empty list'],
    [['name'], '"name"', 'the JSON has no keys: it is "name"'],
    [['name'], 'name: a', 'there is no JSON in the output'],
    [['name'], '', 'there is no JSON in the output'],
  ])('%j are not all in %j', async (keys, text, miss) => {
    expect(await score(keys, text)).toMatchObject({ score: 0, misses: [miss] });
  });

  test.each([
    [{}, ['keys is required; as in keys: [name, score]']],
    [{ keys: [] }, ['keys must list at least one key']],
    [{ keys: 'name' }, ['keys must be a list of keys, got "name"']],
    [{ keys: ['a', 3] }, ['a key must be text, got 3']],
    [{ keys: [''] }, ['a key must not be empty']],
  ])('options %j: %j', (options, messages) => {
    expect(ruleFindings(requiredKeys, 'required_keys', options)).toEqual(messages);
  });
});
