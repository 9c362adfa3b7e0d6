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

/** Which look it was, of those that there may be. */
const lookOf = ({ least, most }: RoundsSummary, repeats: number): string => `look ${repeats - least + 1} of ${most - least + 1}`;

/** How many repeats a suite got, and why no more. */
export function suiteRoundsLine(rounds: RoundsSummary, { suite, target, variant, repeats, stopped, looks }: RoundsSummary['groups'][number]): string {
  const last = looks.at(-1);
  const at = last === undefined ? '' : `, ${lookOf(rounds, last.repeats)}`;
  return `${repeats} ${suite} on ${targetTitle(target, variant)}: ${stopped === null ? 'the run ended before it was decided' : WHY[stopped]}${at}`;
}

/** What became of a suite at a look, while its run goes on. */
export function lookLine(rounds: RoundsSummary, { suite, target, variant, repeats, stopped, looks }: RoundsSummary['groups'][number]): string {
  const last = looks.at(-1);
  const place = `${suite} on ${targetTitle(target, variant)}`;
  if (stopped !== null) return `${place}: no repeat after ${repeats}${last === undefined ? '' : ` (${lookOf(rounds, last.repeats)})`}: ${WHY[stopped]}`;
  const why = last === undefined ? '' : ` (${lookOf(rounds, last.repeats)}): open; if replies go on as they did, ${rounds.most} would decide it with a chance of ${formatChance(last.later)}`;
  return `${place}: repeat ${repeats}${why}`;
}

/** Nothing that is not known is said to be certain. */
const formatChance = (chance: number): string => (chance > 0.99 ? 'over 99 %' : chance < 0.01 ? 'under 1 %' : `${Math.round(100 * chance)} %`);
