/**
 * Edit distance with adjacent swaps counted once (optimal string alignment).
 *
 * Own code: fastest-levenshtein 1.0.16 counts two for `wieght`, as for words that have two letters changed; swaps are the mistakes that
 * are made most often.
 */
function distance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/**
 * The candidate that a mistyped word most likely meant, or undefined when none is close:
 * at most a third of the word's letters may differ (one for short words). Case and the
 * difference between `-` and `_` do not count.
 */
export function nearestMatch(word: string, candidates: Iterable<string>): string | undefined {
  const fold = (text: string): string => text.toLowerCase().replaceAll('-', '_');
  const folded = fold(word);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const found = distance(folded, fold(candidate));
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}
