import { UsageError } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';
import type { EarlierRun } from './earlier-run.js';

/**
 * A rescoring is of replies that are stored. Where none of them is of a trial that is planned now, it would leave a finished run without a
 * result, and nothing would be scored.
 * @param rows how many are stored.
 * @returns what to throw.
 */
export function nothingToScore({ location, shownFrom }: Pick<EarlierRun, 'location' | 'shownFrom'>, rows: number, settings: { readonly words?: OptionWords | undefined }): UsageError {
  const { say } = wordsOf(settings);
  const shown = displayFolder(shownFrom, location);
  return new UsageError(`none of the ${rows} stored replies of ${shown} belongs to a trial that is planned now: its targets, cases or suites were changed`, {
    hint: `put back what was changed; or have the targets asked for all of it: ${say('resume', shown)}`,
  });
}
