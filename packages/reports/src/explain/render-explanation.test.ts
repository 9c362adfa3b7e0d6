import { stripVTControlCharacters } from 'node:util';
import type { EvaluatorResult, JsonValue } from '@assay/schema';
import { edgeCaseRows, sampleErrorRow, sampleRow } from '@assay/schema/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failedRubric, mixedRubric, pathOf, pointOf, pointsResult } from '../../test/sample-points.js';
import { textWidth } from '../text-layout/text-width.js';
import { renderExplanation } from './render-explanation.js';

const plain = { columns: 80, color: false };

function rowWith(evaluators: readonly EvaluatorResult[], overrides: Parameters<typeof sampleRow>[0] = {}) {
  return sampleRow({ suite: 'support', caseId: 'refund-window', target: 'gpt-4o', evaluators, ...overrides });
}

const mixed = rowWith([mixedRubric()], {
  score: 0.425,
  verdict: 'fail',
  variant: { label: 'temp:0.5', temperature: 0.5 },
  scoreBounds: { worst: 0.425, best: 0.425 },
});

const facts: EvaluatorResult = {
  name: 'facts',
  type: 'contains',
  weight: 1,
  score: 0,
  hits: [],
  misses: ['does not contain "30 days"'],
};

const several = rowWith([failedRubric(), facts], {
  score: 0.875 / 3,
  verdict: 'fail',
  status: 'partial',
  scoreBounds: { worst: 0.7 / 3, best: 0.3 },
});

describe('the arithmetic of a rubric of points', () => {
  test('on 80 columns', () => {
    expect(renderExplanation(mixed, plain)).toMatchInlineSnapshot(`
      "✗ support › refund-window  on gpt-4o[temp:0.5]  0.425  fail
        ✗ points  0.425
          required   (1 + 0.75 + 0.5) / 3 = 0.75
            ✓ Says who pays for the return  1
              judge-a 1: The reply says that the shop pays, in its second sentence.
              judge-b unscored: HTTP 500
            ~ $word_count_between [10,80]  0.75
              7 words, at least 10
            ✗ Names the deadline for a refund, counted from the day of delivery,…  0.5
          paths      best of path 1 = 0.1, path 2 = 0 → path 1, 0.1
            path 1  (0.2 + 0) / 2 = 0.1
              ✗ Asks what is meant  0.2
              ✗ Offers to call  0
            path 2  0
              ✗ Gives up  0
          score      (0.75 + 0.1) / 2 = 0.425
      "
    `);
  });

  test('on 40 columns', () => {
    expect(renderExplanation(mixed, { ...plain, columns: 40 })).toMatchInlineSnapshot(`
      "✗ support › refund-window
          on gpt-4o[temp:0.5]  0.425  fail
        ✗ points  0.425
          required   (1 + 0.75 + 0.5) / 3 =
                     0.75
            ✓ Says who pays for the return  1
              judge-a 1: The reply says that…
              judge-b unscored: HTTP 500
            ~ $word_count_between [10,8…  0.75
              7 words, at least 10
            ✗ Names the deadline for a r…  0.5
          paths      best of path 1 = 0.1,
                     path 2 = 0 → path 1, 0.1
            path 1  (0.2 + 0) / 2 = 0.1
              ✗ Asks what is meant  0.2
              ✗ Offers to call  0
            path 2  0
              ✗ Gives up  0
          score      (0.75 + 0.1) / 2 = 0.425
      "
    `);
  });

  test('weights, blocks, unscored points, paths of should_not that are met, and several evaluators', () => {
    expect(renderExplanation(several, plain)).toMatchInlineSnapshot(`
      "✗ support › refund-window  on gpt-4o  0.2917  fail
        ✗ duties (points)  0.4375  ×2
          required   (3×1 + 1×0.5) / 4 = 0.875, between 0.7 and 0.9
            ✓ Is polite  1  ×3
            ! $js r.missing.length
              unscored: TypeError: cannot read property "length" of undefined
            block 1  best of path 1 = 0.5, path 2 = 0 → path 1, 0.5
              path 1  0.5
                ✗ Gives the answer  0.5
              path 2  0
                ✗ $matches "\\\\?"  0
          not paths  path 1 = 0
            path 1  0
              ✗ not: Names the patient  0
          score      (0.875 + 0) / 2 = 0.4375, between 0.35 and 0.45
          fails the case: should_not path 1 is met in full
        ✗ facts (contains)  0
          - does not contain "30 days"
        score  (2×0.4375 + 1×0) / 3 = 0.2917, between 0.2333 and 0.3
      "
    `);
  });

  test('the same on 40 columns', () => {
    expect(renderExplanation(several, { ...plain, columns: 40 })).toMatchInlineSnapshot(`
      "✗ support › refund-window  on gpt-4o
          0.2917 fail
        ✗ duties (points)  0.4375  ×2
          required   (3×1 + 1×0.5) / 4 =
                     0.875, between 0.7 and
                     0.9
            ✓ Is polite  1  ×3
            ! $js r.missing.length
              unscored: TypeError: cannot read
              property "length" of undefined
            block 1  best of path 1 = 0.5,
                     path 2 = 0 → path 1, 0.5
              path 1  0.5
                ✗ Gives the answer  0.5
              path 2  0
                ✗ $matches "\\\\?"  0
          not paths  path 1 = 0
            path 1  0
              ✗ not: Names the patient  0
          score      (0.875 + 0) / 2 = 0.4375,
                     between 0.35 and 0.45
          fails the case: should_not path 1 is
          met in full
        ✗ facts (contains)  0
          - does not contain "30 days"
        score  (2×0.4375 + 1×0) / 3 = 0.2917,
               between 0.2333 and 0.3
      "
    `);
  });
});

test('points and paths without weight leave nothing open', () => {
  const points = [pointOf('Is short', 1, { weight: 0 }), pointOf('Is long', 1, { weight: 0, path: 'path 1' }), pointOf('Is right', 0.5, { path: 'path 2' })];
  const open = { score: null, bounds: { worst: 0, best: 1 } };
  const half = { score: 0.5, bounds: { worst: 0.5, best: 0.5 } };
  const result = pointsResult(points, {
    components: [
      { kind: 'required', ...open, members: [{ kind: 'point', point: 0 }] },
      { kind: 'should_paths', ...half, paths: [{ name: 'path 1', points: [1], ...open }, pathOf('path 2', [2], 0.5)], chosen: 'path 2' },
    ],
    ...half,
    failed_by: [],
    could_fail_by: [],
  });
  expect(renderExplanation(rowWith([result], { score: 0.5, verdict: 'fail' }), plain)).toMatchInlineSnapshot(`
    "✗ support › refund-window  on gpt-4o  0.5  fail
      ✗ points  0.5
        required   without weight, counts nowhere
          ✓ Is short  1  ×0
        paths      best of path 1 unscored, path 2 = 0.5 → path 2, 0.5
          path 1  without weight, counts nowhere
            ✓ Is long  1  ×0
          path 2  0.5
            ✗ Is right  0.5
        score      0.5
    "
  `);
});

describe('evaluators of other types', () => {
  test('weight and score, hits and misses, members, votes, points, and why there is no score', () => {
    const row = rowWith(
      [
        {
          name: 'all',
          type: 'composite',
          weight: 2,
          score: 0.5,
          bounds: { worst: 0.25, best: 0.75 },
          evaluators: [
            facts,
            { name: 'tone', type: 'llm_judge', weight: 1, score: 1, judges: [{ id: 'judge-a', model: 'a', score: 1, reflection: 'kind', backup: true }] },
          ],
        },
        {
          name: 'rubric',
          type: 'rubric',
          weight: 1,
          score: 0.625,
          requirements: { missed: 'written' },
          points: [
            { text: 'Greets', score: 1, weight: 1 },
            { text: 'Signs', score: 0.5, weight: 3, required: true },
          ],
        },
        { name: 'cost', type: 'cost', weight: 1, score: null, error: { code: 'unscored', message: 'no price is known' } },
      ],
      { score: 1.625 / 3, verdict: 'fail', scoreBounds: { worst: 0.3, best: 0.8 } },
    );
    expect(renderExplanation(row, plain)).toMatchInlineSnapshot(`
      "✗ support › refund-window  on gpt-4o  0.5417  fail
        ✗ all (composite)  0.5  ×2
          between 0.25 and 0.75
          ✗ facts (contains)  0
            - does not contain "30 days"
          ✓ tone (llm_judge)  1
            judge-a (backup) 1: kind
        ~ rubric  0.625
          ✓ Greets  1
          ✗ Signs  0.5  ×3
          score  (1×1 + 3×0.5) / 4 = 0.625
          fails the case: a required part is missed
        ! cost
          unscored: no price is known
        score  (2×0.5 + 1×0.625) / 3 = 0.5417, between 0.3 and 0.8
      "
    `);
  });

  test('what decides its verdict itself is marked by that, and not by its score', () => {
    const similar: EvaluatorResult = { name: 'similar', type: 'similar', weight: 1, score: 0.7, verdict: 'pass', hits: ['0.7 like "a", at least 0.6'], misses: [] };
    const strict: EvaluatorResult = { ...similar, name: 'strict', score: 0.9, verdict: 'fail' };
    const lines = renderExplanation(rowWith([similar, strict]), plain).split('\n');
    expect(lines).toContain('  ✓ similar  0.7');
    expect(lines).toContain('  ✗ strict (similar)  0.9');
  });

  test('a row without a reply says why', () => {
    expect(renderExplanation(sampleErrorRow(), plain)).toMatchInlineSnapshot(`
      "! geography › capital-of-france  on mock  unscored
        connection refused
      "
    `);
  });

  test('what is lost is told once', () => {
    const error = { code: 'unscored', message: 'the only point could not be scored: Is kind: HTTP 500' };
    const judges = [{ id: 'judge-a', model: 'a', score: null, error: { code: 'server', message: 'HTTP 500' } }];
    const open = { score: null, bounds: { worst: 0, best: 1 } };
    const result = pointsResult(
      [pointOf('Is kind', null, { judges, error: { code: 'unscored', message: 'HTTP 500' } })],
      { components: [{ kind: 'required', ...open, members: [{ kind: 'point', point: 0 }] }], ...open, failed_by: [], could_fail_by: [] },
      { error },
    );
    const row = sampleErrorRow({ error, evaluators: [result] });
    expect(renderExplanation(row, plain)).toMatchInlineSnapshot(`
      "! geography › capital-of-france  on mock  unscored
        ! points
          unscored: the only point could not be scored: Is kind: HTTP 500
          required   unscored
            ! Is kind
              unscored: HTTP 500
          score      unscored
      "
    `);
  });

  test('long lists are counted', () => {
    const misses = Array.from({ length: 1030 }, (_, index) => `no ${index}`);
    expect(renderExplanation(rowWith([{ ...facts, misses }]), plain)).toContain('    - no 19\n    … 1,010 more\n');
  });
});

describe('rows of any origin', () => {
  const details = [
    null, 5, 'text', [], {}, { components: 3 }, { components: [], score: 'x' },
    { components: [null], score: 1, bounds: { worst: 1, best: 1 }, failed_by: [], could_fail_by: [] },
    { components: [{ kind: 'required', score: 1, bounds: { worst: 0, best: 1 }, members: [{ kind: 'point', point: 99 }] }], score: 1, bounds: { worst: 1, best: 1 }, failed_by: [], could_fail_by: [] },
    { components: [{ kind: 'should_paths', score: 1, bounds: {}, paths: {} }], score: 1, bounds: { worst: 1, best: 1 }, failed_by: [], could_fail_by: [] },
    { components: [], score: 1, bounds: { worst: 1, best: 1 }, failed_by: [1] },
  ] satisfies JsonValue[];

  test.each(details.map((value) => [JSON.stringify(value), value]))('details that are no breakdown are left alone: %s', (_, value) => {
    const text = renderExplanation(rowWith([{ ...facts, details: value }]), plain);
    expect(text).toContain('    - does not contain "30 days"\n');
  });

  test('any details at all', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const result = { ...mixedRubric(), details: value as JsonValue };
        expect(renderExplanation(rowWith([result]), plain)).toContain('Says who pays for the return  1\n');
      }),
    );
  });

  test.each([20, 40, 80])('on %i columns no line is wider, and nothing reaches the terminal as a control character', (columns) => {
    for (const row of [...edgeCaseRows(), mixed, several]) {
      const lines = renderExplanation(row, { ...plain, columns }).split('\n');
      expect(lines.filter((line) => textWidth(line) > columns)).toEqual([]);
      expect(lines.join('')).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
    }
  });

  test('colours change no letter', () => {
    for (const row of [...edgeCaseRows(), mixed, several]) {
      const text = renderExplanation(row, { ...plain, color: true });
      expect(stripVTControlCharacters(text)).toBe(renderExplanation(row, plain));
    }
    expect(renderExplanation(mixed, { ...plain, color: true })).toContain('\u001B[31m✗\u001B[39m support › refund-window');
  });
});
