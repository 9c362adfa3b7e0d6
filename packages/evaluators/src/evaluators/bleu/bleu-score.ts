import { countNgrams } from '../../texts/split-words.js';

/** What is done about rows of words of which the response has none in common with the references. */
type Smoothing = 'exp' | 'floor' | 'add-k' | 'none';

export interface BleuOptions {
  /** Longest rows of words that are looked at, ≥ 1. */
  readonly maxN: number;
  readonly smoothing: Smoothing;
}

export interface BleuScore {
  /** [0, 1]. */
  readonly score: number;
  /** For rows of 1, 2, … words, as far as the response is long enough. */
  readonly precisions: readonly number[];
  /** What is taken off for a response that is shorter than the references, in (0, 1]; 0 without words. */
  readonly brevityPenalty: number;
}

/** Counted in place of nothing (floor), and on top of everything but single words (add-k). */
const FLOOR = 0.1;
const K = 1;

interface Matches {
  readonly found: number;
  readonly all: number;
}

/** How many rows of n words of the response are in a reference, each as often as the reference with most of it has it. */
function matchesOf(reply: readonly string[], references: readonly (readonly string[])[], n: number): Matches {
  const counts = references.map((reference) => countNgrams(reference, n));
  let found = 0;
  for (const [gram, count] of countNgrams(reply, n)) found += Math.min(count, Math.max(...counts.map((one) => one.get(gram) ?? 0)));
  return { found, all: Math.max(0, reply.length - n + 1) };
}

/** The length of the reference that is nearest to that of the response, the shorter of two that are as near. */
function nearestLength(length: number, references: readonly (readonly string[])[]): number {
  return references
    .map((reference) => reference.length)
    .reduce((best, one) => {
      const closer = Math.abs(one - length) - Math.abs(best - length);
      return closer < 0 || (closer === 0 && one < best) ? one : best;
    });
}

function smoothed(matches: readonly Matches[], smoothing: Smoothing): readonly number[] {
  let halved = 1;
  return matches.map(({ found, all }, index) => {
    if (smoothing === 'add-k' && index > 0) return (found + K) / (all + K);
    if (found > 0) return found / all;
    if (smoothing === 'exp') return 1 / ((halved *= 2) * all);
    return smoothing === 'floor' ? FLOOR / all : 0;
  });
}

/**
 * BLEU of one response: the geometric mean of the precisions over rows of 1 to n words, less what a response that is too
 * short loses. Rows that are longer than the response are left out.
 * @param references at least one.
 */
export function bleuScore(reply: readonly string[], references: readonly (readonly string[])[], { maxN, smoothing }: BleuOptions): BleuScore {
  const orders = Array.from({ length: maxN }, (_, index) => matchesOf(reply, references, index + 1));
  // What is added to everything makes rows of nothing too.
  const counted = orders.filter(({ all }, index) => all > 0 || (smoothing === 'add-k' && index > 0 && reply.length > 0));
  const length = nearestLength(reply.length, references);
  const brevityPenalty = reply.length === 0 ? 0 : reply.length >= length ? 1 : Math.exp(1 - length / reply.length);
  const precisions = smoothed(counted, smoothing);
  const nothing = orders.every(({ found }) => found === 0);
  const logs = precisions.reduce((sum, precision) => sum + Math.log(precision), 0);
  return { score: nothing ? 0 : brevityPenalty * Math.exp(logs / precisions.length), precisions, brevityPenalty };
}
