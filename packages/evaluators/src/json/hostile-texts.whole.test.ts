import { describe, expect, test } from 'vitest';
import { findJson, wholeJson } from './find-json.js';

// Minutes, where every part is looked at with all that follows it.
describe('a text that is made to be tried again and again ends soon', () => {
  test.each(['[1', '["', '{"[', '```\n', '{"a":"}', '{ "a": [1, 2 }', '{"score": 1, x}\n', '[{"a"'])('of %j', (part) => {
    expect(findJson(part.repeat(1_000_000 / part.length))).toBeUndefined();
  });
});

describe('JSON that is nested too deep', () => {
  test.each(['[', '{"a":'])('%s that never closes is no JSON', (open) => {
    expect(findJson(open.repeat(1_000_000))).toBeUndefined();
    expect(wholeJson(open.repeat(1_000_000))).toBeUndefined();
  });
});
