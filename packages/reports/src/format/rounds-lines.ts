import type { RoundsStop, RoundsSummary } from '@assay/schema';
import { targetTitle } from './target-title.js';

const WHY: Readonly<Record<RoundsStop, string>> = {
  worse: 'it is worse',
  not_worse: 'it is not worse',
  missed: 'it is below the threshold',
  reached: 'it is above the threshold',
  unlikely: 'undecided, and more would hardly decide it',
  most: 'undecided, and there may be no more',
  nothing: 'there is nothing to decide it by',
};

/** What repeats were added for. */
export function roundsLine({ least, most }: RoundsSummary): string {
  return `${least} to ${most}, until it is decided`;
}

/** How many repeats a suite got, and why no more. */
export function suiteRoundsLine({ suite, target, variant, repeats, stopped }: RoundsSummary['groups'][number]): string {
  return `${repeats} ${suite} on ${targetTitle(target, variant)}: ${stopped === null ? 'the run ended before it was decided' : WHY[stopped]}`;
}
