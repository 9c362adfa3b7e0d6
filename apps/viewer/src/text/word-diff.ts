import { diffLines, diffWordsWithSpace } from 'diff';

/** A piece of two texts that are compared with each other. */
export interface DiffPiece {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** Longer texts are compared with each other line by line; that is for a reader what words are in short ones. */
const LONGEST_BY_WORDS = 20_000;
/** And these not at all. */
const LONGEST = 400_000;
/** A difference that takes longer says little, since little is the same. Milliseconds. */
const DEADLINE = 250;

/** What has to change in `from` for it to become `to`; undefined when the texts are too long, or have too little in common. */
export function wordDiff(from: string, to: string): readonly DiffPiece[] | undefined {
  const length = from.length + to.length;
  if (length > LONGEST) return undefined;
  const changes =
    (length <= LONGEST_BY_WORDS ? diffWordsWithSpace(from, to, { timeout: DEADLINE }) : undefined) ?? diffLines(from, to, { timeout: DEADLINE });
  return changes?.map(({ value, added, removed }) => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'same' }));
}
