import type { ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { custom, FIRST, GPT, judgedTogether, SECOND, SONNET, testApproaches, testFinerClasses, testFiveClasses } from '../../support/projects/blueprint-judges.js';
import { pointsOf } from '../../support/projects/blueprints.js';

describe.concurrent('judges that the blueprint names', () => {
  test.concurrent('their order changes nothing', async () => {
    const votes = { [SONNET]: { 'the quiet': 'FULLY_MET', 'the cost': 'SLIGHTLY_MET' }, [GPT]: { 'the quiet': 'NOT_MET', 'the cost': 'LARGELY_MET' } };
    const [{ row: one }, { row: other }] = await Promise.all([judgedTogether(custom(FIRST + SECOND), votes), judgedTogether(custom(SECOND + FIRST), votes)]);
    const seen = (row: ResultRow) => pointsOf(row).map(({ score, judges }) => [score, judges?.map(({ id, score: vote }) => [id, vote])]);
    expect(seen(other)).toEqual(seen(one));
    expect(other.score).toBe(one.score);
  });

  testApproaches(['standard', 'prompt-aware']);
});

describe.concurrent('scales', () => {
  testFiveClasses([['SLIGHTLY_MET', 0.25], ['HALF_MET', 0.5], ['LARGELY_MET', 0.75]]);

  testFinerClasses([
    ['NOT_MET', 0], ['BARELY_MET', 0.125], ['SLIGHTLY_MET', 0.25], ['HALF_MET', 0.5],
    ['MORE_THAN_HALF_MET', 0.625], ['LARGELY_MET', 0.75], ['NEARLY_FULLY_MET', 0.875], ['FULLY_MET', 1],
  ]);
});
