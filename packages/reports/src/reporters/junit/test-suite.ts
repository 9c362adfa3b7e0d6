import type { GroupSummary } from '@assay/schema';
import { formatInterval } from '../../format/format-interval.js';
import { formatScore } from '../../format/format-score.js';
import type { TestResult } from './test-case.js';
import { xmlAttributes, xmlElement } from './xml.js';

/** Tests that belong together: those of a suite on a target, or what is to be said of the run. */
export interface TestSuite {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
  readonly counts: Record<TestResult, number>;
  /** Tests that are no rows, with XML. */
  readonly more: { readonly name: string; readonly content: string }[];
  /** Latencies of the target together. */
  milliseconds: number;
  /** ISO 8601, UTC; of the first trial. */
  startedAt: string | undefined;
}

export function createTestSuite(suite: string, suitePath: string, target: string): TestSuite {
  return { suite, suitePath, target, counts: { passed: 0, failure: 0, error: 0, skipped: 0 }, more: [], milliseconds: 0, startedAt: undefined };
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

function total(suites: readonly TestSuite[], result: TestResult): number {
  return suites.reduce((sum, { counts }) => sum + counts[result], 0);
}

function testsOf({ counts }: TestSuite): number {
  return counts.passed + counts.failure + counts.error + counts.skipped;
}

/** How the document begins. @param durationMs of the run */
export function testsuitesHead(suites: readonly TestSuite[], durationMs: number): string {
  const tests = suites.reduce((sum, suite) => sum + testsOf(suite), 0);
  const attributes = { name: 'assay', tests, failures: total(suites, 'failure'), errors: total(suites, 'error'), time: seconds(durationMs) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes(attributes)}>\n`;
}

/** How a suite begins, with what is known of it as properties. @param threshold that the scores of groups are held against */
export function suiteHead(suite: TestSuite, name: string, runId: string, groups: readonly GroupSummary[], threshold?: number): string {
  const { counts, milliseconds, startedAt, suitePath, target } = suite;
  const attributes = {
    name,
    tests: testsOf(suite),
    failures: counts.failure,
    errors: counts.error,
    skipped: counts.skipped,
    time: seconds(milliseconds),
    timestamp: startedAt?.replace(/(?:\.\d+)?Z$/u, ''),
    file: suitePath === '' ? undefined : suitePath,
  };
  const scores = groups.flatMap(({ score, interval, variant = '', trials, unscored }) => {
    const of = variant === '' ? '' : ` ${variant}`;
    const told = [`score${of}`, score === null ? 'none' : formatScore(score, threshold)] as const;
    return interval ? [told, [`score 95 %${of}`, formatInterval(interval, trials - unscored, threshold)] as const] : [told];
  });
  const properties = [['run', runId] as const, ...(target === '' ? [] : [['target', target] as const]), ...scores];
  return `<testsuite${xmlAttributes(attributes)}>\n${xmlElement('properties', {}, properties.map(([key, value]) => xmlElement('property', { name: key, value })).join(''))}`;
}

/**
 * The class of the tests of a suite on a target, for servers that group by it: they take what stands before the last full
 * stop for a package, so that none stands in the names.
 */
export function testClass(suite: string, target: string): string {
  const plain = (name: string): string => name.replaceAll('.', '_');
  return `${plain(suite)}.${plain(target)}`;
}
