import { formatLocation, type Diagnostic, type RunSummary } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { createTestSuite, type TestSuite } from './test-suite.js';
import { xmlElement, xmlText } from './xml.js';

export interface RunTestsInput {
  readonly summary: RunSummary;
  /** Those of the trials. */
  readonly suites: readonly TestSuite[];
  /** Trials that were started and are not finished. */
  readonly unfinished: number;
  /** Findings of cases that were left out. */
  readonly skipped: readonly Diagnostic[];
}

/** Most cases that were left out by name. */
const MOST_SKIPPED = 1000;

/** The outcome as a test, where the tests of the trials do not say it: a server that only reads them would take the run for passed. */
function outcomeTest({ summary, suites }: RunTestsInput, into: TestSuite): void {
  const { outcome, exitCode, reasons } = summary;
  if (exitCode === 0) return;
  const [failures, errors] = [suites.some(({ counts }) => counts.failure > 0), suites.some(({ counts }) => counts.error > 0)];
  const isTold = (outcome === 'failed' && failures) || (outcome === 'undecided' && errors && summary.complete);
  if (isTold) return;
  const result = outcome === 'failed' ? 'failure' : 'error';
  into.counts[result] += 1;
  into.more.push({ name: 'outcome', content: xmlElement(result, { type: outcome, message: reasons[0] ?? outcome }, xmlText(reasons.map((reason) => `- ${reason}\n`).join(''))) });
}

function skip(into: TestSuite, name: string, message: string): void {
  into.counts.skipped += 1;
  into.more.push({ name, content: xmlElement('skipped', { message }) });
}

/** What is to be shown of the run beside its trials; undefined for nothing. */
export function runTests(input: RunTestsInput): TestSuite | undefined {
  const { summary, suites, unfinished, skipped } = input;
  const suite = createTestSuite('run', '', '');
  outcomeTest(input, suite);
  const rows = suites.reduce((sum, { counts }) => sum + counts.passed + counts.failure + counts.error + counts.skipped, 0);
  const missing = (summary.plannedTrials ?? rows) - rows;
  if (missing > 0) skip(suite, formatCount(missing, 'trial'), `${missing === 1 ? 'it was' : 'they were'} not run`);
  else if (summary.plannedTrials === undefined && !summary.complete && unfinished === 0) skip(suite, 'further trials', 'they were not run');
  for (const { message, location } of skipped.slice(0, MOST_SKIPPED)) skip(suite, location ? formatLocation(location) : 'a case', message);
  return suite.more.length > 0 ? suite : undefined;
}
