import { describe, expect, test } from 'vitest';
import type { Baseline, BaselineCase } from './baseline.js';
import { decodeBaseline, formatBaseline } from './baseline-codec.js';

const CASES: readonly (readonly [string, BaselineCase])[] = [
  ['refund', { score: 0.5, verdict: 'fail', weight: 2 }],
  ['greeting [temp:0.5]', { score: 0.833333, verdict: 'pass', trials: 4, unscored: 1, scores: [1, 0.5, null, 1], conversation: 'a, b' }],
  ['greeting', { score: 1, verdict: 'pass' }],
  ['lost', { score: null, verdict: null }],
];

function sample(cases: readonly (readonly [string, BaselineCase])[] = CASES): Baseline {
  return {
    suite: 'support',
    target: { name: 'agent', provider: 'openai', model: 'gpt-4o-mini' },
    assayVersion: '1.2.3',
    date: '2026-01-31',
    cases: new Map(cases),
  };
}

const TEXT = `{
  "baseline_version": 2,
  "suite": "support",
  "target": {
    "name": "agent",
    "provider": "openai",
    "model": "gpt-4o-mini"
  },
  "assay_version": "1.2.3",
  "date": "2026-01-31",
  "cases": {
    "greeting": { "score": 1, "verdict": "pass" },
    "greeting [temp:0.5]": { "score": 0.833333, "verdict": "pass", "scores": [1, 0.5, null, 1], "conversation": "a, b" },
    "lost": { "score": null, "verdict": null },
    "refund": { "score": 0.5, "verdict": "fail", "weight": 2 }
  }
}
`;

describe('formatBaseline', () => {
  test('one case a line, sorted, two spaces, a newline at the end', () => {
    expect(formatBaseline(sample())).toBe(TEXT);
  });

  test('equal baselines give equal text, in whatever order cases and fields came', () => {
    const shuffled = CASES.toReversed().map(
      ([key, entry]) => [key, Object.fromEntries(Object.entries(entry).toReversed()) as unknown as BaselineCase] as const,
    );
    expect(formatBaseline(sample(shuffled))).toBe(TEXT);
  });

  test('without a case it is JSON too', () => {
    expect(JSON.parse(formatBaseline(sample([])))).toMatchObject({ cases: {} });
  });

  test('ids that mean something to JavaScript or JSON are ids like others', () => {
    const ids = ['__proto__', 'constructor', 'prototype', 'a"b\\c', 'řád\n', '10', '9', ''];
    const before = sample(ids.map((id) => [id, { score: 1, verdict: 'pass' }]));
    const text = formatBaseline(before);
    expect(decodeBaseline(JSON.parse(text)).baseline).toEqual(before);
    expect(text.split('\n').filter((line) => line.includes('"pass"'))).toHaveLength(ids.length);
  });
});

describe('decodeBaseline', () => {
  test('reads what formatBaseline wrote', () => {
    expect(decodeBaseline(JSON.parse(TEXT))).toEqual({ baseline: sample() });
  });

  test('reads the earlier version, which knows means alone, and writes it as it was', () => {
    const earlier = TEXT.replace('"baseline_version": 2', '"baseline_version": 1').replace('"scores": [1, 0.5, null, 1], "conversation": "a, b"', '"trials": 4, "unscored": 1');
    const { baseline } = decodeBaseline(JSON.parse(earlier));
    expect(baseline).toMatchObject({ version: 1, suite: 'support' });
    expect(baseline?.cases.get('greeting [temp:0.5]')).toEqual({ score: 0.833333, verdict: 'pass', trials: 4, unscored: 1 });
    expect(baseline && formatBaseline(baseline)).toBe(earlier);
  });

  test('leaves out keys that it does not know', () => {
    const value = { ...JSON.parse(TEXT), added_later: 1, cases: { a: { score: 1, verdict: 'pass', added_later: 2 } } };
    expect(decodeBaseline(value).baseline?.cases).toEqual(new Map([['a', { score: 1, verdict: 'pass' }]]));
  });

  test.each([
    ['a list', [1]],
    ['another tool\'s file', { suite: 'a', target: 'b', score: 1 }],
    ['nothing', null],
  ])('says that %s is not a baseline', (_title, value) => {
    expect(decodeBaseline(value).problems).toMatchObject([{ path: [], message: expect.stringContaining('not a baseline of Assay') }]);
  });

  test('says which version it reads', () => {
    expect(decodeBaseline({ ...JSON.parse(TEXT), baseline_version: 3 }).problems).toMatchObject([
      {
        path: ['baseline_version'],
        message: 'baseline_version 3 is none that this Assay reads (1 and 2)',
        hint: 'read it with a newer version of Assay',
      },
    ]);
  });

  test('names everything that is wrong, with its path', () => {
    const value = {
      ...JSON.parse(TEXT),
      suite: 7,
      target: { provider: 'openai' },
      cases: {
        a: { score: 1.5, verdict: 'pass' },
        b: { score: 1, verdict: 'great' },
        c: 3,
        d: { score: 1, verdict: 'pass', trials: 0 },
        f: { score: 1, verdict: 'pass', scores: [1] },
        g: { score: 1, verdict: 'pass', scores: [1, 2] },
        e: { verdict: 'pass' },
        constructor: { score: 'x', verdict: 'pass' },
      },
    };
    expect(decodeBaseline(value).problems?.map(({ path, message }) => [path.join('/'), message])).toEqual([
      ['suite', 'suite must be a text'],
      ['target', 'name is missing'],
      ['cases/a/score', 'score must be a number from 0 to 1, or null'],
      ['cases/b/verdict', 'verdict must be pass, borderline, fail or null'],
      ['cases/c', 'c must be a mapping with score and verdict'],
      ['cases/d/trials', 'trials must be a whole number from 1 up'],
      ['cases/f/scores', 'scores must have a score for each of at least two repeats'],
      ['cases/g/scores/1', 'item 2 of scores must be a number from 0 to 1, or null'],
      ['cases/e', 'score is missing'],
      ['cases/constructor/score', 'score must be a number from 0 to 1, or null'],
    ]);
  });

  test.each([[undefined, []], [[], ['cases']], ['x', ['cases']]])('cases: %j', (cases, path) => {
    expect(decodeBaseline({ ...JSON.parse(TEXT), cases }).problems).toMatchObject([{ path }]);
  });
});
