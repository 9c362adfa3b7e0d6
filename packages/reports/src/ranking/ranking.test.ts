import { describe, expect, test } from 'vitest';
import { encodeRanking } from './encode-ranking.js';
import { rankMembers, type JudgedPair } from './ranking.js';
import { renderRanking } from './render-ranking.js';

const pair = (one: string, other: string, preference: number | null, of = `${one}${other}`, orders: JudgedPair['orders'] = [{ judge: 'j', shownFirst: preference, shownSecond: preference }]): JudgedPair => ({
  one,
  other,
  preference,
  case: of,
  orders,
});

describe('rankings', () => {
  test('who is preferred more stands higher, ties between, and lost pairs count for nothing', () => {
    const pairs = ['x', 'y', 'z'].flatMap((of) => [pair('a', 'b', of === 'x' ? 0 : 1, of), pair('b', 'c', of === 'z' ? 0.5 : 1, of), pair('a', 'c', of === 'y' ? null : 0.5 + 1e-12, of)]);
    const ranking = rankMembers(pairs);
    expect(ranking).toMatchObject({ pairs: 9, lost: 1, equal: 0, cases: 3 });
    expect(ranking.groups.map(({ members }) => members.map(({ name, wins, ties }) => [name, wins, ties]))).toEqual([[['a', 2, 2], ['b', 3, 1], ['c', 0, 3]]]);
    expect(rankMembers(pairs.toReversed())).toEqual(ranking);
  });

  test('members that were never compared stand apart, and an end that the data does not set is open', () => {
    const ranking = rankMembers([pair('a', 'b', 1), pair('c', 'd', 0.5, 'e', [])]);
    expect(ranking.groups).toHaveLength(2);
    expect(ranking).toMatchObject({ equal: 1 });
    expect(encodeRanking(ranking)).toMatchObject({ outcome: 'ranked', groups: [{ members: [{ name: 'a', high: null, open_above: true }, { name: 'b', low: null, open_below: true }] }, {}] });
    const shown = renderRanking(ranking, 80);
    expect(shown).toMatch(/Group 1 of 2\n.*\n1 {2}a .* to open /u);
    expect(shown).toContain('were never compared, not even by way of others');
    expect(shown).toContain('2 pairs of replies to 2 cases; 1 equal, which is a tie');
  });

  test('how far a judge is led by the order', () => {
    const orders = (shownFirst: number | null, shownSecond: number | null) => [{ judge: 'j', shownFirst, shownSecond }];
    const ranking = rankMembers([pair('a', 'b', 0.5, '1', orders(1, 0)), pair('a', 'b', 0.5, '2', orders(0.5, 1)), pair('a', 'b', 1, '3', orders(1, 1)), pair('a', 'b', null, '4', orders(1, null))]);
    expect(ranking.bias).toMatchObject([{ judge: 'j', pairs: 3, first: 1, second: 1, led: { rate: 2 / 3 } }]);
    expect(renderRanking(ranking, 200)).toContain('j was led by the order in 2 of 3 pairs (to the first 1, to the second 1): 0.67 (0.09 to 1.00, over 3 cases)');
  });

  test('pairs of a case hang together: six of three cases tell no more of the order than three', () => {
    const orders = [{ judge: 'j', shownFirst: 1, shownSecond: 0 }];
    const led = (cases: readonly string[]) => rankMembers(cases.map((of) => pair('a', 'b', 0.5, of, orders))).bias[0]?.led;
    expect(led(['1', '1', '2', '2', '3', '3'])).toMatchObject({ rate: 1, low: expect.closeTo(led(['1', '2', '3'])?.low ?? 0, 9), cases: 3 });
    expect(led(['1', '1', '2', '2', '3', '3'])?.low).toBeCloseTo(0.292, 3);
  });

  test('nothing is no ranking; lost pairs leave it undecided', () => {
    expect(encodeRanking(rankMembers([]))).toMatchObject({ outcome: 'inconclusive', groups: [] });
    expect(encodeRanking(rankMembers([pair('a', 'b', null)]))).toMatchObject({ outcome: 'undecided' });
  });
});
