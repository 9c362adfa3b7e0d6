import { defineReporter, type Comparison, type Diagnostic, type Reporter, type ReporterEnvironment, type ResultRow, type RunStart, type RunSummary, type SuiteIdentity, type Trial, type VerdictThresholds } from '@assay/schema';
import * as v from 'valibot';
import { suiteTitles } from '../format/suite-titles.js';
import { orderBy } from '../statistics/natural-order.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { comparisonDocument } from './junit/comparison-document.js';
import { runTests } from './junit/run-tests.js';
import { resultOf, testCase, testName, type TestCaseOptions } from './junit/test-case.js';
import { createTestSuite, suiteHead, testClass, testsuitesHead, type TestSuite } from './junit/test-suite.js';
import { xmlAttributes, xmlElement } from './junit/xml.js';
import { OrderedSpool } from './parts/ordered-spool.js';
import { writePieces } from './parts/write-pieces.js';

const MOST_CHARACTERS = 10_000;

const OptionsSchema = v.strictObject({
  replies: v.optional(
    v.pipe(
      v.picklist(['failed', 'all', 'none']),
      v.description('Which tests show what was asked and replied: those that did not pass, all, or none. Default `failed`.'),
    ),
  ),
  max_characters: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(100), v.description(`Most characters of a reply, and of what was asked; longer texts are cut, and say so. Default ${MOST_CHARACTERS}.`)),
  ),
});

type Options = v.InferOutput<typeof OptionsSchema>;

/** A trial as its test is called. */
interface RunningTrial extends SuiteIdentity {
  readonly target: string;
  readonly name: string;
}

class JunitReporter implements Reporter {
  readonly name = 'junit';
  readonly #options: Options;
  readonly #environment: ReporterEnvironment;
  readonly #spool: OrderedSpool;
  readonly #suites = new Map<string, TestSuite>();
  /** Trials that were started and are not finished, by their keys. Only what they are called: in batches, all of a run wait at once. */
  readonly #running = new Map<string, RunningTrial>();
  readonly #skipped: Diagnostic[] = [];
  #run: Pick<RunStart, 'suites' | 'targets'> = { suites: [], targets: [] };
  #thresholds: VerdictThresholds = VERDICT_THRESHOLDS;

  constructor(options: Options, environment: ReporterEnvironment, spool: OrderedSpool) {
    this.#options = options;
    this.#environment = environment;
    this.#spool = spool;
  }

  runStarted(run: RunStart): void {
    this.#thresholds = run.thresholds ?? VERDICT_THRESHOLDS;
    this.#run = run;
    this.#spool.runStarted(run);
  }

  diagnostic(diagnostic: Diagnostic): void {
    if (diagnostic.code === 'missing-field') this.#skipped.push(diagnostic);
  }

  trialStarted({ key, suite, suitePath, target, evalCase, variant, repeat }: Trial): void {
    this.#running.set(key, { suite, suitePath, target: target.name, name: testName(evalCase.id, variant.label, repeat) });
  }

  trialFinished(row: ResultRow): Promise<void> {
    this.#running.delete(row.trialKey);
    const { key, suite } = this.#suiteOf(row.suite, row.suitePath, row.target);
    suite.counts[resultOf(row)] += 1;
    suite.milliseconds += row.latencyMs ?? 0;
    if (suite.startedAt === undefined || row.startedAt < suite.startedAt) suite.startedAt = row.startedAt;
    const { replies = 'failed', max_characters: most = MOST_CHARACTERS } = this.#options;
    const options: TestCaseOptions = { thresholds: this.#thresholds, replies, most };
    return this.#spool.add(row, testCase(row, options), key);
  }

  runFinished(summary: RunSummary): Promise<void> {
    return writePieces(this.#environment.output, this.#document(summary));
  }

  comparisonFinished(comparison: Comparison): Promise<void> {
    return writePieces(this.#environment.output, comparisonDocument(comparison));
  }

  close(): Promise<void> {
    return this.#spool.close();
  }

  #suiteOf(name: string, path: string, target: string): { readonly key: string; readonly suite: TestSuite } {
    const key = JSON.stringify([name, path, target]);
    let suite = this.#suites.get(key);
    if (!suite) this.#suites.set(key, (suite = createTestSuite(name, path, target)));
    return { key, suite };
  }

  /** Trials that began and never ended are skipped tests of their suites. */
  #skipUnfinished(): void {
    for (const { suite, suitePath, target, name } of this.#running.values()) {
      const found = this.#suiteOf(suite, suitePath, target).suite;
      found.counts.skipped += 1;
      found.more.push({ name, content: xmlElement('skipped', { message: 'it was not finished' }) });
    }
  }

  #ordered(): readonly (readonly [key: string, suite: TestSuite])[] {
    const [bySuite, byTarget] = [orderBy(this.#run.suites), orderBy(this.#run.targets)];
    return [...this.#suites].sort(([, a], [, b]) => bySuite(a.suite, b.suite) || orderBy([])(a.suitePath, b.suitePath) || byTarget(a.target, b.target));
  }

  async *#document(summary: RunSummary): AsyncGenerator<string> {
    const unfinished = this.#running.size;
    this.#skipUnfinished();
    const suites = this.#ordered();
    const titleOf = suiteTitles(suites.map(([, suite]) => suite));
    const ofRun = runTests({ summary, suites: suites.map(([, suite]) => suite), unfinished, skipped: this.#skipped });
    yield testsuitesHead([...suites.map(([, suite]) => suite), ...(ofRun ? [ofRun] : [])], summary.durationMs);
    for (const [key, suite] of suites) {
      const group = summary.groups.filter(({ suite: name, suitePath, target }) => name === suite.suite && suitePath === suite.suitePath && target === suite.target);
      const title = titleOf(suite);
      yield suiteHead(suite, `${title} on ${suite.target}`, summary.runId, group, summary.threshold);
      const classname = testClass(title, suite.target);
      for await (const text of this.#spool.texts(key)) yield `<testcase${xmlAttributes({ classname })}${text}`;
      for (const { name, content } of suite.more) yield xmlElement('testcase', { classname, name }, content);
      yield '</testsuite>\n';
    }
    if (ofRun) yield* this.#runSuite(ofRun, summary.runId);
    yield '</testsuites>\n';
  }

  *#runSuite(suite: TestSuite, runId: string): Generator<string> {
    yield suiteHead(suite, suite.suite, runId, []);
    for (const { name, content } of suite.more) yield xmlElement('testcase', { classname: 'assay.run', name }, content);
    yield '</testsuite>\n';
  }
}

/** Tests for CI servers: each trial is one, in a suite for each suite and target. */
export const reporter = defineReporter({
  name: 'junit',
  description: 'A JUnit report for CI servers: a test for each trial. What failed is a failure, what has no score an error. Of a comparison a test for each case that changed.',
  options: OptionsSchema,
  examples: [
    { title: 'A file for a CI server', value: { name: 'junit', file: 'junit.xml' } },
    { title: 'With the replies of all tests', value: { name: 'junit', file: 'junit.xml', replies: 'all', max_characters: 2000 } },
  ],
  writes: 'application/xml',
  compares: true,
  create: async (options, environment) => new JunitReporter(options, environment, await OrderedSpool.create(environment.scratchFolder)),
});
