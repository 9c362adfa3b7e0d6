import { nearestMatch, UsageError, type ResultRow } from '@assay/schema';
import { isOfSuite, isOnTarget, rowFilter, type RowFilterOptions } from './row-filter.js';

/** How many names are kept to tell what there is. */
const MOST_NAMES = 1000;
const NAMED = 5;

export interface ChosenRows {
  isWanted(row: ResultRow): boolean;
  /**
   * Why none of the rows that were looked at is wanted: an empty answer looks like a good one. A text for what may well be;
   * an error for names that no row has.
   */
  whyNone(): UsageError | string;
}

function note(names: Set<string>, name: string): void {
  if (names.size < MOST_NAMES) names.add(name);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' or ');
}

function missing(what: string, wanted: readonly string[], there: ReadonlySet<string>): UsageError {
  const near = nearestMatch(wanted[0] ?? '', [...there]);
  const some = [...there].slice(0, NAMED).join(', ');
  return new UsageError(`this run has no results of ${what} ${quoted(wanted)}`, { hint: near === undefined ? `it has for example: ${some}` : `did you mean "${near}"?` });
}

/** {@link rowFilter}, which can tell why nothing is left. @throws UsageError for a glob that is none. */
export async function chosenRows(options: RowFilterOptions): Promise<ChosenRows> {
  const { id = [], suite = [], target = [] } = options;
  const isWanted = await rowFilter(options);
  const isNamed = await rowFilter({ ...options, failed: false });
  const hasId = await rowFilter({ id });
  const [ids, suites, targets] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [seen, named, withId, ofSuite, onTarget] = [0, 0, 0, 0, 0];
  return {
    isWanted(row) {
      seen += 1;
      if (isNamed(row)) named += 1;
      if (named > 0) return isWanted(row);
      // What there is matters only as long as nothing was found.
      if (hasId(row)) withId += 1;
      if (isOfSuite(row, suite)) ofSuite += 1;
      if (isOnTarget(row, target)) onTarget += 1;
      note(ids, row.caseId);
      note(suites, row.suite);
      note(targets, row.target);
      return false;
    },
    whyNone() {
      if (seen === 0) return 'this run has no results';
      if (named > 0) return 'nothing to show: every trial passed';
      if (suite.length > 0 && ofSuite === 0) return missing('the suite', suite, suites);
      if (target.length > 0 && onTarget === 0) return missing('the target', target, targets);
      if (withId === 0) return missing('a case whose id matches', id, ids);
      return new UsageError('this run has no results of these cases, suites and targets together', { hint: 'leave out one of --id, --suite and --target' });
    },
  };
}
