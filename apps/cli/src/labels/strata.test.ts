import { sampleRow } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createStrata } from './strata.js';
import { isStratum } from './stratum-names.js';

describe('strata', () => {
  const row = sampleRow({ verdict: 'fail', suite: 'words', suitePath: 'words.yaml', target: 'bot', variant: { label: 'temp:0' }, tags: ['lang:de', 'long', 'lang:at'], vars: { region: 'eu', size: 3 } });
  const bare = sampleRow({ verdict: null, tags: [], vars: undefined });

  test.each([
    [[], '', ''],
    [['verdict'], 'verdict fail', 'verdict open'],
    [['target'], 'target bot temp:0', expect.stringMatching(/^target /u)],
    [['tag'], 'tag lang:at + lang:de + long', 'tag (none)'],
    [['tag:lang'], 'tag:lang at + de', 'tag:lang (none)'],
    [['var:region'], 'var:region eu', 'var:region (none)'],
    [['verdict', 'var:size'], 'verdict fail, var:size 3', 'verdict open, var:size (none)'],
  ])('by %j', (by, of, none) => {
    const strata = createStrata(by);
    expect([strata.of(row), strata.of(bare), strata.unknown()]).toEqual([of, none, undefined]);
  });

  test('what no reply has is told, with what they have instead', () => {
    const strata = createStrata(['verdict', 'var:regoin']);
    strata.of(row);
    expect(strata.unknown()).toMatchObject({ message: 'no case has a variable "regoin"', hint: 'did you mean "region"?' });
  });

  test.each([['verdict', true], ['tag:a:b', true], ['var:x', true], ['variant', false], ['evaluator', false], ['tag:', false], ['', false], ['__proto__', false]])('%j: %j', (name, is) => {
    expect(isStratum(name)).toBe(is);
  });
});
