import { UsageError, type LocatedCase } from '@assay/schema';
import { caseSelection } from '../../options/case-selection.js';
import type { OptionValues } from '../../options/option-values.js';
import type { Reading } from './compose-reading.js';

/**
 * The cases that options choose, in the order of the files.
 * @param limit Most of them. Default: all.
 * @throws UsageError when none is left, InvalidFileError
 */
export async function* chosenCases({ suites, loadSuite }: Pick<Reading, 'suites' | 'loadSuite'>, said: OptionValues, limit = Number.POSITIVE_INFINITY): AsyncGenerator<LocatedCase> {
  const isWanted = await caseSelection(said);
  let chosen = 0;
  for (const file of suites) {
    for await (const located of (await loadSuite(file)).cases()) {
      if (chosen === limit) return;
      if (isWanted && !isWanted(located.evalCase)) continue;
      chosen += 1;
      yield located;
    }
  }
  if (chosen === 0) throw new UsageError('no case is left after the filters', { hint: 'see all with: assay cases FILE' });
}
