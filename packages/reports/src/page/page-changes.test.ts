import type { MeanChange } from '@assay/schema';
import { sampleChange, sampleComparison } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { pageChanges, pageVerdict } from './page-changes.js';

const [pair] = sampleComparison().pairs;
if (pair === undefined) throw new Error('the sample has a pair');
const of = (change: Partial<MeanChange>, margin?: number) => pageChanges({ pairs: [{ ...pair, change: sampleChange(change) }], terms: { alpha: 0.05, margin } });

describe('what a page says of a change', () => {
  test('is what the command says, in parts, with what a reply takes', () => {
    expect(pageChanges(sampleComparison())).toEqual([
      {
        suite: 'geography',
        targets: ['mock', 'mock'],
        verdict: 'worse',
        finding: 'worse',
        moved: '0.80 → 0.70, −0.10 (−0.18 to −0.02)',
        notes: ['p = 0.010'],
        measures: ['tokens 120 → 150: 30 more (10 to 50), p = 0.010'],
      },
    ]);
  });

  const open = { verdict: 'undecided', pWorseAdjusted: 0.4, difference: -0.1 } as const;
  test.each<[string, Partial<MeanChange>, number | undefined, object]>([
    ['open, with what could have been seen and what would decide', { ...open, needed: { cases: 40, repeats: null } }, undefined, { verdict: 'open', finding: 'not shown to be worse', notes: ['p = 0.40', 'a drop of 0.09 would mostly have been seen', '40 cases would mostly decide if it stayed at −0.10'] }],
    ['shown to be no drop, where none has to be shown', { verdict: 'not_worse', bound: 0, pWorseAdjusted: 1, pBetter: 0.2 }, undefined, { verdict: 'open', finding: 'not shown to be worse' }],
    ['better', { verdict: 'undecided', pWorseAdjusted: 1, pBetter: 0.01 }, undefined, { verdict: 'better', finding: 'better', notes: ['p = 0.010'] }],
    ['within what is accepted', { verdict: 'not_worse', bound: -0.03 }, 0.05, { verdict: 'not_worse', finding: 'not worse by more than 0.05', moved: expect.stringContaining('0.80 → 0.70'), notes: ['the drop is at most 0.03, and 0.05 is accepted'] }],
    ['not known to be within it', { ...open, bound: -0.2 }, 0.05, { verdict: 'open', finding: 'undecided', notes: ['the drop may be up to 0.2, and 0.05 is accepted'] }],
  ])('%s', (_, change, margin, expected) => {
    expect(of(change, margin)).toEqual([expect.objectContaining(expected)]);
  });

  test('a suite without a mean has none; two of a name are told apart', () => {
    expect(pageChanges({ pairs: [{ ...pair, change: null }], terms: { alpha: 0.05 } })).toEqual([]);
    expect(pageChanges({ pairs: [pair, { ...pair, suitePath: 'other.yaml' }], terms: { alpha: 0.05 } }).map(({ suite }) => suite)).toEqual(['geography (evals/geography.yaml)', 'geography (other.yaml)']);
  });
});

describe('what a report says of a comparison', () => {
  test('says nothing twice: reasons are what changes do not say', () => {
    const [told = ''] = sampleComparison().reasons;
    expect(pageVerdict(sampleComparison({ reasons: [told, '2 cases have no score'] }))).toMatchObject({ kind: 'baselines', outcome: 'failed', reasons: ['2 cases have no score'], changes: [{ finding: 'worse' }] });
  });

  test('names targets and prompts that are held against each other', () => {
    const runs = { kind: 'runs', pairs: [{ ...pair, targetBefore: 'old', target: 'new' }] } as const;
    expect(pageVerdict(sampleComparison({ ...runs, prompts: { before: 'plain', now: 'kind' } }))).toMatchObject({ targets: ['old', 'new'], prompts: ['plain', 'kind'] });
    expect(pageVerdict(sampleComparison(runs))).not.toHaveProperty('prompts');
    expect(pageVerdict(sampleComparison())).not.toHaveProperty('targets');
  });
});
