import { expect, test } from 'vitest';
import { compareCases } from './compare-cases.js';

const named = (suite: string, source: string, caseId = 'x', variant = '', suitePath = 'a.yaml') => ({ suite, suitePath, source, caseId, variant });

test('cases stand in the order of the files: suite (name, then path), place, id, variant', () => {
  const ordered = [
    named('s2', 'a.yaml:3:5'),
    named('s2', 'a.yaml:20:5'),
    named('s2', 'a.yaml:20:5', 'y9'),
    named('s2', 'a.yaml:20:5', 'y10'),
    named('s2', 'a.yaml:20:5', 'y10', 'hot'),
    named('s2', 'b.yaml:1:1'),
    named('s2', 'a.yaml:1:1', 'x', '', 'b.yaml'),
    named('s10', 'a.yaml:1:1'),
  ];
  expect(ordered.toReversed().sort(compareCases)).toEqual(ordered);
});
