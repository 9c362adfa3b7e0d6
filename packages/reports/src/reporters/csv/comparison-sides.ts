import { baselineCaseKey, type Comparison, type ComparisonCase, type ReportedRun, type ResultRow } from '@assay/schema';
import { explainRow } from '../../statistics/problems/explain-row.js';
import { VERDICT_THRESHOLDS } from '../../statistics/score-verdict.js';
import type { SpooledText, TextSpool } from '../parts/text-spool.js';
import { CHANGES, type ShownSide } from './comparison-columns.js';

/** What is kept of a repeat. Replies wait on the disk: there may be thousands of them. */
interface Repeat {
  readonly verdict: string;
  readonly output: SpooledText | undefined;
  readonly reasons: readonly string[];
}

type Repeats = Map<number, Repeat>;

/** A side of a comparison, by the cases that changed. */
export interface ComparisonSides {
  /** What the rows of a case say; undefined where there are none. */
  before(found: ComparisonCase): Promise<ShownSide | undefined>;
  now(found: ComparisonCase): Promise<ShownSide | undefined>;
}

/** Without the path: where a suite was moved between the runs, a case names the place that it has now. */
const placeOf = (suite: string, caseId: string, target: string): string => JSON.stringify([suite, caseId, target]);

/** The variant of a row as comparisons of one prompt with another name it. */
function labelOf({ variant }: ResultRow, prompt: string | undefined): string {
  if (prompt === undefined) return variant.label;
  return variant.label.split(' ').filter((mark) => !mark.startsWith('prompt:')).join(' ');
}

function repeatOf(row: ResultRow, run: ReportedRun, output: SpooledText | undefined): Repeat {
  const reasons = row.verdict === 'pass' ? [] : explainRow(row, run.manifest?.verdicts ?? VERDICT_THRESHOLDS);
  return { verdict: row.verdict ?? (row.status === 'error' ? 'error' : 'open'), output, reasons };
}

class RowsOfRun {
  /** By place, then path of the suite. */
  readonly #found = new Map<string, Map<string, Repeats>>();
  readonly #spool: TextSpool;
  readonly #prompt: string | undefined;

  constructor(wanted: Iterable<string>, spool: TextSpool, prompt: string | undefined) {
    for (const place of wanted) this.#found.set(place, new Map());
    this.#spool = spool;
    this.#prompt = prompt;
  }

  async read(run: ReportedRun): Promise<void> {
    for await (const row of run.rows()) {
      if (this.#prompt !== undefined && row.variant.prompt !== this.#prompt) continue;
      const paths = this.#found.get(placeOf(row.suite, baselineCaseKey(row.caseId, labelOf(row, this.#prompt)), row.target));
      if (!paths) continue;
      let repeats = paths.get(row.suitePath);
      if (!repeats) paths.set(row.suitePath, (repeats = new Map()));
      const output = row.output && this.#spool.add(row.output.text);
      repeats.set(row.repeat, repeatOf(row, run, output?.at));
      await output?.written;
    }
    await this.#spool.flush();
  }

  async side({ suite, suitePath, caseId }: ComparisonCase, target: string): Promise<ShownSide | undefined> {
    const paths = this.#found.get(placeOf(suite, caseId, target));
    const repeats = paths?.get(suitePath) ?? (paths?.size === 1 ? [...paths.values()][0] : undefined);
    if (!repeats) return undefined;
    const ordered = [...repeats].toSorted(([a], [b]) => a - b).map(([, repeat]) => repeat);
    const output = ordered[0]?.output;
    return {
      verdicts: ordered.map(({ verdict }) => verdict),
      output: output && (await this.#spool.read(output)),
      reasons: ordered.find(({ reasons }) => reasons.length > 0)?.reasons ?? [],
    };
  }
}

/** The target before of a case. */
export function targetBeforeOf({ suite, suitePath, target }: ComparisonCase, { pairs }: Comparison): string {
  return pairs.find((pair) => pair.suite === suite && pair.suitePath === suitePath && pair.target === target)?.targetBefore ?? target;
}

/**
 * Reads of the runs of a comparison what their rows say of the cases that changed. A run that is compared with a baseline has no
 * side before; two targets or prompts of one run have both in it.
 */
export async function comparisonSides(comparison: Comparison, runs: readonly ReportedRun[], spool: TextSpool): Promise<ComparisonSides> {
  const cases = CHANGES.flatMap((change) => comparison[change].cases);
  const places = (target: (found: ComparisonCase) => string): ReadonlySet<string> => new Set(cases.map((found) => placeOf(found.suite, found.caseId, target(found))));
  const before = new RowsOfRun(places((found) => targetBeforeOf(found, comparison)), spool, comparison.prompts?.before);
  const now = new RowsOfRun(places(({ target }) => target), spool, comparison.prompts?.now);
  const [first, last] = [runs[0], runs.at(-1)];
  if (first && comparison.kind === 'runs') await before.read(first);
  if (last) await now.read(last);
  return {
    before: (found) => before.side(found, targetBeforeOf(found, comparison)),
    now: (found) => now.side(found, found.target),
  };
}
