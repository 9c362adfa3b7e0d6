import { INDEX_FLAGS, type IndexChunk } from '@assay/schema';
import { gaffkeRatio } from '@assay/statistics';
import { describe, expect, test } from 'vitest';
import { NO_FILTER, parseFilter, putFilter } from '../route/run-filter.js';
import { parseLayout, putLayout } from '../route/run-layout.js';
import { buildLines } from './build-lines.js';
import { extraColumns } from '../columns/extra-columns.js';
import { filterRows } from './filter-rows.js';
import { metadataOf } from '../columns/metadata-of.js';
import { compareFigures } from '../comparing/compare-figures.js';
import { comparedSides } from '../comparing/compared-sides.js';
import { pairRows } from '../comparing/paired-rows.js';
import { RunIndex } from './run-index.js';
import { sliceRows } from '../summing/slice-rows.js';
import { summarizeRows } from '../summing/summarize-rows.js';
import { usageByTarget } from '../summing/usage-by-target.js';

interface Row {
  readonly case: number;
  readonly target: number;
  readonly score: number | null;
  readonly repeat?: number;
  /** True where a lost judge left the verdict open. */
  readonly open?: boolean;
  readonly flags?: number;
}

/** Three cases of two suites; the targets `a` and `b`. */
function chunk(from: number, rows: readonly Row[], gone: readonly number[] = []): IndexChunk {
  const isFirst = from === 0;
  const all = <T>(of: (row: Row) => T): T[] => rows.map(of);
  const question = 'q';
  return {
    from,
    rows: rows.length,
    gone,
    names: isFirst
      ? {
          suites: [{ name: 'one', path: 'one.yaml' }, { name: 'two', path: 'two.yaml' }],
          cases: [
            { suite: 0, id: 'c10', source: 'one.yaml:20:1', weight: 1, tags: [0], question },
            { suite: 0, id: 'c9', source: 'one.yaml:3:1', weight: 3, tags: [], question },
            { suite: 1, id: 'c1', source: 'two.yaml:1:1', weight: 1, tags: [0, 1], question },
          ],
          targets: ['a', 'b'],
          variants: [''],
          tags: ['x', 'y'],
          evaluators: ['words'],
          errors: [],
          metadata: [],
        }
      : { suites: [], cases: [], targets: [], variants: [], tags: [], evaluators: [], errors: [], metadata: [] },
    columns: {
      case: all((row) => row.case),
      target: all((row) => row.target),
      variant: all(() => 0),
      repeat: all((row) => row.repeat ?? 1),
      verdict: all(({ score, open }) => (score === null || open ? null : score >= 0.8 ? 2 : score >= 0.6 ? 1 : 0)),
      score: all((row) => row.score),
      worst: all((row) => row.score ?? 0),
      best: all((row) => row.score ?? 1),
      latency: all((row) => (row.score === null ? null : 100 * (row.case + 1))),
      cost: all(() => null),
      judging: all(() => null),
      saved: all(() => null),
      spared: all(() => null),
      input: all(() => 1),
      output: all(() => 2),
      read: all(() => null),
      written: all(() => null),
      kept: all(() => null),
      attempts: all(() => 1),
      started: all(() => 0),
      error: all(() => null),
      flags: all((row) => row.flags ?? 0),
      scores: all(({ score }) => [0, score]),
      reply: all((row) => `reply ${row.case}`),
    },
  };
}

const ROWS: readonly Row[] = [
  { case: 0, target: 0, score: 1 },
  { case: 0, target: 1, score: 0.2 },
  { case: 1, target: 0, score: 0.8 },
  { case: 1, target: 1, score: 0.9 },
  { case: 2, target: 0, score: null },
  { case: 2, target: 1, score: 0.7, flags: 8 },
];

function indexOf(...chunks: readonly IndexChunk[]): RunIndex {
  const index = new RunIndex();
  for (const one of chunks) index.append(one);
  return index;
}

const shown = (index: RunIndex, text: string, hits?: Uint8Array): number[] =>
  [...filterRows(index, parseFilter(new URLSearchParams(text)), hits).shown].flatMap((is, position) => (is === 1 ? [position] : []));

describe('the index', () => {
  test('takes chunks in, and a chunk that comes again only once', () => {
    const second = chunk(6, [{ case: 0, target: 0, score: 0.5, repeat: 2 }]);
    const index = indexOf(chunk(0, ROWS), second, second);
    expect([index.rows, index.live, index.repeats, index.reply.length]).toEqual([7, 7, 2, 7]);
  });

  test('rows that do not count any more are left out, also those of the same chunk', () => {
    const index = indexOf(chunk(0, ROWS, [1]), chunk(6, [{ case: 0, target: 1, score: 0.9 }], [0]));
    expect(index.live).toBe(5);
    expect(shown(index, '')).toEqual([2, 3, 4, 5, 6]);
  });
});

describe('a filter', () => {
  test.each([
    ['', [0, 1, 2, 3, 4, 5]],
    ['verdict=fail', [1]],
    ['verdict=pass,borderline', [0, 2, 3, 5]],
    ['verdict=unscored', [4]],
    ['suite=one.yaml', [0, 1, 2, 3]],
    ['suite=one.yaml&target=b', [1, 3]],
    ['tag=y', [4, 5]],
    ['tag=nobody', []],
    ['score=0.8..', [0, 2, 3]],
    ['score=..0.7', [1, 5]],
    ['latency=..100', [0, 1]],
    ['evaluator=words&score=0.9..0.9', [3]],
    ['evaluator=none', []],
    ['only=differs', [0, 1, 4, 5]],
    ['only=filtered', [5]],
    ['only=cut', []],
    ['only=nonsense&verdict=nonsense&score=a..b', [0, 1, 2, 3, 4, 5]],
  ])('%s', (text, positions) => expect(shown(indexOf(chunk(0, ROWS)), text)).toEqual(positions));

  test('a text shows the rows in which it was found; rows that came later wait', () => {
    expect(shown(indexOf(chunk(0, ROWS)), 'q=x', Uint8Array.of(0, 1, 1))).toEqual([1, 2]);
  });

  test('says what each verdict would show', () => {
    expect(filterRows(indexOf(chunk(0, ROWS)), { ...NO_FILTER, states: ['fail'], targets: ['b'] }, undefined).states).toEqual([1, 1, 1, 0, 0]);
  });

  test('stands in the address and comes back from it', () => {
    const text = 'verdict=fail&suite=a%2Cb.yaml&suite=c&q=%2Fx%26y%2F&score=0.2..&latency=..5&only=differs%2Cflips';
    const params = new URLSearchParams();
    putFilter(params, parseFilter(new URLSearchParams(text)));
    expect(params.toString()).toBe(text);
  });
});

describe('the table', () => {
  const build = (index: RunIndex, text: string, sort = { by: 'file' as const, down: false }) =>
    buildLines(index, filterRows(index, parseFilter(new URLSearchParams(text)), undefined), { layout: 'auto', sort });

  test('has targets beside each other in the order of the files, and keeps a case whole', () => {
    const { layout, columns, cells } = build(indexOf(chunk(0, ROWS)), 'verdict=fail,pass,borderline');
    expect([layout, columns.length]).toEqual(['grid', 2]);
    expect([...cells]).toEqual([2, 3, 0, 1, 4, 5]);
  });

  test('has suites, files, targets and variants in the order of the run, whatever ended first', () => {
    const one = { weight: 1, tags: [], question: '' };
    const first = chunk(0, [0, 1, 2, 3, 4].flatMap((inCase) => [1, 0].map((target) => ({ case: inCase, target, score: 1 }))));
    const names = {
      ...first.names,
      suites: [{ name: 'late', path: 'late' }, { name: 'early', path: 'early' }],
      cases: [
        { ...one, suite: 0, id: 'f', source: 'late/only.yaml:1:1' },
        { ...one, suite: 1, id: 'e', source: 'early/c10.yaml:1:1' },
        { ...one, suite: 1, id: 'c', source: 'early/c2.yaml:1:200' },
        { ...one, suite: 1, id: 'd', source: 'early/c2.yaml:2:1' },
        { ...one, suite: 1, id: 'b', source: 'early/c2.yaml:1:16' },
      ],
    };
    const index = indexOf({ ...first, names });
    // What was asked for is told after the first rows at times.
    index.arrange({ suites: ['early', 'late'], targets: ['b', 'a'] });
    for (const layout of ['grid', 'list'] as const) {
      const { cells, columns } = buildLines(index, filterRows(index, NO_FILTER, undefined), { layout, sort: { by: 'file', down: false } });
      expect(columns.map(({ target }) => index.names.targets[target])).toEqual(layout === 'grid' ? ['b', 'a'] : []);
      expect([...cells].map((at) => `${index.caseOf(at).id}${index.names.targets[index.target[at] ?? 0]}`)).toEqual(['bb', 'ba', 'cb', 'ca', 'db', 'da', 'eb', 'ea', 'fb', 'fa']);
    }
    expect(index.ordered).toEqual({ suites: [{ name: 'early', path: 'early' }, { name: 'late', path: 'late' }], targets: ['b', 'a'], variants: [''] });
    const { a, b } = comparedSides(index.ordered, index.ordered, { a: {}, b: {} }, true);
    expect([a, b]).toEqual([{ target: 'b' }, { target: 'a' }]);
  });

  test('has variants in the order of their numbers', () => {
    const first = chunk(0, [{ case: 0, target: 0, score: 1 }]);
    expect(indexOf({ ...first, names: { ...first.names, variants: ['temp:0.5', 'temp:0.25', ''] } }).ordered.variants).toEqual(['', 'temp:0.25', 'temp:0.5']);
  });

  test('is a list where a grid would be empty', () => {
    const { layout, cells } = build(indexOf(chunk(0, [ROWS[0], ROWS[3]].flatMap((row) => row ?? []))), '');
    expect([layout, ...cells]).toEqual(['list', 1, 0]);
  });

  test('chains repeats in their order, whatever ended first', () => {
    const index = indexOf(chunk(0, [{ case: 0, target: 0, score: 1, repeat: 2 }, { case: 0, target: 0, score: 0, repeat: 3 }, { case: 0, target: 0, score: 0, repeat: 1 }]));
    for (const layout of ['grid', 'list'] as const) {
      const { cells, next } = buildLines(index, filterRows(index, NO_FILTER, undefined), { layout, sort: { by: 'file', down: false } });
      expect([[...cells], [...next]]).toEqual([[2], [1, -1, 0]]);
    }
  });

  test.each([
    ['id', false, ['c1', 'c9', 'c10']],
    ['score', false, ['c10', 'c1', 'c9']],
    ['score', true, ['c9', 'c1', 'c10']],
    ['cost', true, ['c9', 'c10', 'c1']],
  ] as const)('sorted by %s, down: %s; what has no figure keeps its place', (by, down, ids) => {
    const index = indexOf(chunk(0, ROWS));
    const { cells } = buildLines(index, filterRows(index, NO_FILTER, undefined), { layout: 'grid', sort: { by, down } });
    const found = Array.from({ length: 3 }, (_, line) => index.caseOf(cells[line * 2] ?? 0).id);
    if (by === 'cost') expect(found.toSorted()).toEqual([...ids].toSorted());
    else expect(found).toEqual(ids);
  });
});

describe('columns', () => {
  test('of metadata and of figures stand in the address', () => {
    const text = 'columns=tags%2Cattempts&meta=lang&meta=a%2Cb&by=tag';
    const params = new URLSearchParams();
    putLayout(params, parseLayout(new URLSearchParams(text)));
    expect(params.toString()).toBe(text);
    expect(extraColumns(parseLayout(params))).toEqual([{ kind: 'figure', extra: 'tags' }, { kind: 'figure', extra: 'attempts' }, { kind: 'metadata', key: 'lang' }, { kind: 'metadata', key: 'a,b' }]);
  });

  test('of metadata have what a case says, and nothing where it says nothing', () => {
    const first = chunk(0, ROWS);
    const index = indexOf({ ...first, names: { ...first.names, metadata: ['lang'], cases: first.names.cases.map((one, at) => (at === 1 ? { ...one, metadata: [[0, 'de']] as const } : one)) } });
    expect([0, 2].map((position) => metadataOf(index, position, 'lang'))).toEqual([undefined, 'de']);
    expect(metadataOf(index, 2, '__proto__')).toBeUndefined();
  });
});

describe('figures', () => {
  test('of what targets used count what is shown, requests included', () => {
    const one = chunk(0, ROWS);
    const index = indexOf({ ...one, columns: { ...one.columns, attempts: [1, 3, 1, null, 0, 2], cost: [0.5, null, 0.25, 1, 1, null], flags: [0, INDEX_FLAGS.unpriced, INDEX_FLAGS.unpricedJudging, 0, 0, 0], kept: [null, null, [1, 2, 0, 0], null, null, null] } });
    expect(usageByTarget(index, Uint8Array.of(1, 1, 1, 1, 0, 0))).toEqual([
      { name: 'a', rows: 2, requests: 2, input: 1, output: 2, cost: 0.75, costIncomplete: false },
      { name: 'b', rows: 2, requests: 3, input: 2, output: 4, cost: 1, costIncomplete: true },
    ]);
    expect(summarizeRows(index)).toMatchObject({ requests: 7, cost: 2.75, costIncomplete: true, judgingIncomplete: true, input: 5, output: 10 });
  });

  test('of costs are what was spent in the run, and what was kept stands apart', () => {
    const one = chunk(0, ROWS);
    const columns = { ...one.columns, cost: [0.5, 1, 0.25, null, null, null], saved: [0.5, null, null, null, null, null], judging: [1, null, 2, null, null, null], spared: [null, null, 1.5, null, null, null] };
    const index = indexOf({ ...one, columns });
    expect(summarizeRows(index)).toMatchObject({ cost: 1.25, judging: 1.5, saved: 2 });
    expect(usageByTarget(index, Uint8Array.of(1, 1, 1, 0, 0, 0)).map(({ cost }) => cost)).toEqual([0.25, 1]);
  });

  test('are weighted by case; what is unscored takes no part', () => {
    const { mean, rows, states, median } = summarizeRows(indexOf(chunk(0, ROWS)));
    // Suite one on a: (1 + 3 × 0.8) / 4; on b: (0.2 + 3 × 0.9) / 4; suite two on b: 0.7.
    expect(mean).toBeCloseTo((2 * 0.85 + 2 * 0.725 + 0.7) / 5, 6);
    expect([rows, states, median]).toEqual([6, [1, 1, 3, 0, 1], 200]);
  });

  test('costs are lower bounds where the price of a row that is shown is not known', () => {
    const rows = ROWS.map((row, position) => (position === 1 ? { ...row, flags: INDEX_FLAGS.unpriced } : row));
    const index = indexOf(chunk(0, rows));
    expect(summarizeRows(index).costIncomplete).toBe(true);
    expect(summarizeRows(index, Uint8Array.from(rows, (_, position) => Number(position !== 1))).costIncomplete).toBe(false);
    expect(summarizeRows(indexOf(chunk(0, ROWS))).costIncomplete).toBe(false);
  });

  test('a share that passed is of the replies with a verdict: an open one is neither', () => {
    const index = indexOf(chunk(0, [{ case: 0, target: 0, score: 1 }, { case: 1, target: 0, score: 1 }, { case: 2, target: 0, score: 0.5, open: true }]));
    const summary = summarizeRows(index);
    expect(summary.passInterval?.high).toBe(1);
    expect(summary.passInterval?.low).toBeGreaterThan(0.1);
    expect(sliceRows(index, Uint8Array.of(1, 1, 1), 'target')).toMatchObject([{ rows: 3, passed: 2, ruled: 2, passInterval: { high: 1 } }]);
  });

  test('intervals know how heavy a case is that lost its score, also by a key; what nothing scores is not lost', () => {
    const light = Array.from({ length: 2 }, (_, repeat) => ({ case: 0, target: 0, score: 1, repeat: repeat + 1 }));
    const all = Uint8Array.of(1, 1, 1);
    const lost = indexOf(chunk(0, [...light, { case: 1, target: 0, score: null }]));
    const { low } = gaffkeRatio([2], [2], { largestWeight: 3 });
    expect(summarizeRows(lost).interval?.low).toBeCloseTo(low, 9);
    expect(sliceRows(lost, all, 'target')[0]?.interval?.low).toBeCloseTo(low, 9);
    const one = chunk(0, [...light, { case: 1, target: 0, score: null }]);
    const unrated = indexOf({ ...one, names: { ...one.names, errors: ['nothing_to_score'] }, columns: { ...one.columns, error: [null, null, 0] } });
    expect(summarizeRows(unrated).interval?.low).toBeCloseTo(gaffkeRatio([2], [2]).low, 9);
  });

  test('by tag, worst first', () => {
    const index = indexOf(chunk(0, ROWS));
    const slices = sliceRows(index, filterRows(index, NO_FILTER, undefined).shown, 'tag');
    expect(slices.map(({ name, rows, passed }) => [name, rows, passed])).toEqual([
      ['x', 4, 1],
      ['y', 2, 0],
    ]);
  });

  test('by metadata, with a slice for cases without it, and one for what is too much; what is clicked is a filter', () => {
    const first = chunk(0, ROWS);
    const withMetadata = (values: readonly (string | undefined)[]) => {
      const cases = first.names.cases.map((one, at) => (values[at] === undefined ? one : { ...one, metadata: [[0, values[at]] as const] }));
      return indexOf({ ...first, names: { ...first.names, cases, metadata: ['a=b'] } });
    };
    const index = withMetadata(['de', undefined, 'en=1']);
    const all = filterRows(index, NO_FILTER, undefined).shown;
    expect(sliceRows(index, all, 'metadata:a=b').map(({ name, value, rows }) => [name, value, rows]).toSorted()).toEqual([['(none)', '', 2], ['de', 'de', 2], ['en=1', 'en=1', 2]]);
    for (const [value, positions] of [['en=1', [4, 5]], ['', [2, 3]], ['fr', []]] as const) {
      const params = new URLSearchParams();
      putFilter(params, { ...NO_FILTER, metadata: [{ key: 'a=b', value }] });
      expect(shown(index, params.toString())).toEqual(positions);
    }
    expect(shown(index, 'where=%25&where=nothing')).toEqual([0, 1, 2, 3, 4, 5]);

    const many = indexOf({
      ...first,
      names: { ...first.names, metadata: ['n'], cases: Array.from({ length: 300 }, (_, at) => ({ suite: 0, id: `c${at}`, source: `x:${at}:1`, weight: 1, tags: [], question: '', metadata: [[0, `v${at}`] as const] })) },
      ...(() => { const rows = Array.from({ length: 300 }, (_, at) => ({ case: at, target: 0, score: 1 })); return { rows: 300, columns: chunk(1, rows).columns }; })(),
    });
    const slices = sliceRows(many, filterRows(many, NO_FILTER, undefined).shown, 'metadata:n');
    expect([slices.length, slices.find(({ several }) => several)]).toEqual([201, expect.objectContaining({ name: '(others)', rows: 100 })]);
  });

  test('of two targets: regressions first, then what is unscored on a side', () => {
    const index = indexOf(chunk(0, ROWS));
    const { pairs, onlyA, onlyB } = pairRows({ index, target: 'a' }, { index, target: 'b' });
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [4, 5],
      [2, 3],
    ]);
    expect(pairs[0]?.difference).toBeCloseTo(-0.8, 6);
    expect([onlyA, onlyB]).toEqual([0, 0]);
  });

  test('a difference has its interval over cases, which knows how heavy one is that has none', () => {
    const index = indexOf(chunk(0, ROWS));
    const { a, b, difference } = compareFigures(pairRows({ index, target: 'a' }, { index, target: 'b' }).pairs, index, index);
    expect(difference.mean).toBeCloseTo((-0.8 + 3 * 0.1) / 4, 6);
    const { low, high } = gaffkeRatio([-0.8, 0.3], [1, 3], { low: -1, largestWeight: 3 });
    expect([difference.interval?.low, difference.interval?.high]).toEqual([expect.closeTo(low, 6), expect.closeTo(high, 6)]);
    expect((b.mean ?? 0) - (a.mean ?? 0)).toBeCloseTo(difference.mean ?? 1, 9);
    const heavy = indexOf(chunk(0, ROWS.map((row) => (row.case === 1 ? { ...row, score: null } : row))));
    const rest = compareFigures(pairRows({ index: heavy, target: 'a' }, { index: heavy, target: 'b' }).pairs, heavy, heavy);
    expect(rest.difference.interval?.high).toBeCloseTo(gaffkeRatio([-0.8], [1], { low: -1, largestWeight: 3 }).high, 6);
    expect(rest.a.interval?.low).toBeCloseTo(gaffkeRatio([1], [1], { largestWeight: 3 }).low, 6);
  });

  test('of the same repeats those count that have a score on both sides, as where the command compares', () => {
    const scores = (target: number, of: readonly (number | null)[]): Row[] => of.map((score, at) => ({ case: 0, target, score, repeat: at + 1 }));
    const difference = (a: readonly (number | null)[], b: readonly (number | null)[]): number | undefined => {
      const index = indexOf(chunk(0, [...scores(0, a), ...scores(1, b)]));
      return pairRows({ index, target: 'a' }, { index, target: 'b' }).pairs[0]?.difference;
    };
    expect(difference([1, 0, 0.5], [1, null, 0.5])).toBe(0);
    expect(difference([1, 0], [1, null, 0.5])).toBe(0.25);
    expect(difference([null, 0], [1, null])).toBe(1);
  });
});
