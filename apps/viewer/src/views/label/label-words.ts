import type { LabellingWord, Verdict } from '@assay/schema';

/** What a key says of a reply: as in the terminal. */
interface KeyedWord {
  readonly key: string;
  readonly word: string;
  readonly said: Pick<LabellingWord, 'verdict' | 'score' | 'skipped'>;
  /** What its button looks like. */
  readonly kind?: Verdict;
}

/** Verdicts, and "cannot tell". */
export const WORDS: readonly KeyedWord[] = [
  { key: 'p', word: 'pass', said: { verdict: 'pass' }, kind: 'pass' },
  { key: 'b', word: 'borderline', said: { verdict: 'borderline' }, kind: 'borderline' },
  { key: 'f', word: 'fail', said: { verdict: 'fail' }, kind: 'fail' },
  { key: 's', word: 'skip', said: { skipped: true } },
];

/** Scores from 0 to 1 in steps of a quarter. */
export const SCORES: readonly KeyedWord[] = [0, 0.25, 0.5, 0.75, 1].map((score, at) => ({ key: String(at + 1), word: String(score), said: { score } }));
