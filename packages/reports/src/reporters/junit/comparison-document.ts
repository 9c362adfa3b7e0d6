import type { Comparison, ComparisonCase, ComparisonPair } from '@assay/schema';
import { describeChange } from '../../comparison/change/describe-change.js';
import { formatCount } from '../../format/format-count.js';
import { formatMove } from '../../comparison/change/format-move.js';
import { suiteTitles } from '../../format/suite-titles.js';
import type { TestResult } from './test-case.js';
import { createTestSuite, suiteHead, testClass, testsuitesHead, type TestSuite } from './test-suite.js';
import { xmlElement, xmlText } from './xml.js';

const LISTS = [
  ['worse', 'failure', 'it is worse'],
  ['open', 'error', 'it has no score, or what has none decides whether it is worse'],
  ['better', 'passed', ''],
  ['missing', 'skipped', 'it is not there any more'],
] as const satisfies readonly (readonly [keyof Comparison, TestResult, string])[];

/** Where the means decide, a case that changed is no failure of its own; what has no score has not passed for that. */
const BY_MEAN = { failure: 'passed', error: 'skipped', passed: 'passed', skipped: 'skipped' } as const satisfies Readonly<Record<TestResult, TestResult>>;

function belongs({ suite, suitePath, target }: ComparisonCase, pair: ComparisonPair): boolean {
  return suite === pair.suite && suitePath === pair.suitePath && (target === pair.target || target === pair.targetBefore);
}

function add(suite: TestSuite, name: string, result: TestResult, message: string, text = ''): void {
  suite.counts[result] += 1;
  suite.more.push({ name, content: result === 'passed' ? '' : xmlElement(result, { type: result === 'skipped' ? undefined : 'comparison', message }, xmlText(text)) });
}

/** The tests of a suite on a target: each case that changed, and one for those that did not. */
function suiteOf(pair: ComparisonPair, comparison: Comparison): TestSuite {
  const suite = createTestSuite(pair.suite, pair.suitePath, pair.target);
  const byMean = comparison.gate === 'mean';
  if (byMean && pair.change !== null) {
    const told = describeChange(pair.change, comparison.terms);
    add(suite, 'mean score', pair.change.verdict === 'worse' && comparison.outcome === 'failed' ? 'failure' : 'passed', told, `${told}\n`);
  }
  for (const [name, listed, message] of LISTS) {
    const result = byMean ? BY_MEAN[listed] : listed;
    for (const found of comparison[name].cases.filter((each) => belongs(each, pair))) {
      const { caseId, source, scoreBefore, score } = found;
      const moved = formatMove(scoreBefore, score, 'no score');
      add(suite, caseId, result, `${message}: ${moved}`, `${source === undefined ? '' : `${source}\n`}${moved}\n`);
    }
  }
  if (pair.same > 0) add(suite, `${formatCount(pair.same, 'case')} without a change`, 'passed', '');
  return suite;
}

/** What the cases alone do not say. */
function outcomeSuite({ outcome, exitCode, reasons }: Comparison, suites: readonly TestSuite[]): readonly TestSuite[] {
  const result = outcome === 'failed' ? 'failure' : 'error';
  if (exitCode === 0 || suites.some(({ counts }) => counts[result] > 0)) return [];
  const suite = createTestSuite('comparison', '', '');
  add(suite, 'outcome', result, reasons[0] ?? outcome, reasons.map((reason) => `- ${reason}\n`).join(''));
  return [suite];
}

/** A comparison as a JUnit report, in pieces. */
export function* comparisonDocument(comparison: Comparison): Generator<string> {
  const { pairs, runId = '' } = comparison;
  const suites = pairs.map((pair) => suiteOf(pair, comparison));
  const more = outcomeSuite(comparison, suites);
  const titleOf = suiteTitles(suites);
  yield testsuitesHead([...suites, ...more], 0);
  for (const suite of [...suites, ...more]) {
    const title = titleOf(suite);
    const classname = suite.target === '' ? 'assay.comparison' : testClass(title, suite.target);
    yield suiteHead(suite, suite.target === '' ? title : `${title} on ${suite.target}`, runId, []);
    for (const { name, content } of suite.more) yield xmlElement('testcase', { classname, name }, content);
    yield '</testsuite>\n';
  }
  yield '</testsuites>\n';
}
