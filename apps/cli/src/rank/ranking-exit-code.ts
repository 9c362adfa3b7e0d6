import type { Ranking } from '@assay/schema';
import { EXIT } from '../exit-codes.js';

/** What a ranking of so many pairs comes to: undecided where some could not be judged, inconclusive where there are none. */
export function rankingExitCode({ lost }: Pick<Ranking, 'lost'>, pairs: number): number {
  if (lost > 0) return EXIT.undecided;
  return pairs === 0 ? EXIT.inconclusive : EXIT.passed;
}
