import type { Comparison, Diagnostic, Reporter, ReporterEnvironment, ResultRow, RunStart, RunSummary, SuiteIdentity, Trial, VerdictThresholds } from '@assay/schema';
import { suiteTitles } from '../../format/suite-titles.js';
import { orderBy } from '../../statistics/natural-order.js';
import { VERDICT_THRESHOLDS } from '../../statistics/score-verdict.js';
import { comparisonDocument } from './comparison-document.js';
import { MOST_CHARACTERS, type JunitOptions } from './junit-options.js';
import { runTests } from './run-tests.js';
import { resultOf, testCase, testName, type TestCaseOptions } from './test-case.js';
import { createTestSuite, suiteHead, testClass, testsuitesHead, type TestSuite } from './test-suite.js';
import { xmlAttributes, xmlElement } from './xml.js';
import type { OrderedSpool } from '../parts/ordered-spool.js';
import { writePieces } from '../parts/write-pieces.js';

/** A trial as its test is called. */
interface RunningTrial extends SuiteIdentity {
  readonly target: string;
  readonly name: string;
}

/** Collects the tests of a run, and writes them when it has ended. */
export class JunitReporter implements Reporter {
  readonly name = 'junit';
  readonly #options: JunitOptions;
  readonly #environment: ReporterEnvironment;
  readonly #spool: OrderedSpool;
  readonly #suites = new Map<string, TestSuite>();
  /** Trials that were started and are not finished, by their keys. Only what they are called: in batches, all of a run wait at once. */
  readonly #running = new Map<string, RunningTrial>();
  readonly #skipped: Diagnostic[] = [];
  #run: Pick<RunStart, 'suites' | 'targets'> = { suites: [], targets: [] };
  #thresholds: VerdictThresholds = VERDICT_THRESHOLDS;

  constructor(options: JunitOptions, environment: ReporterEnvironment, spool: OrderedSpool) {
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
