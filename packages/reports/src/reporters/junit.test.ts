import { edgeCaseRows, sampleComparison, sampleErrorRow, sampleGroup, sampleRow, sampleRunStart, sampleSummary, sampleTrial } from '@assay/schema/testing';
import type { ResultRow, RunSummary } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { xmllint, xmllintPresence } from '../../test/junit/xmllint.js';
import { makeReporter } from '../../test/make-reporter.js';
import { reporter as definition } from './junit.js';

const xml = xmllintPresence();

interface Told {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly summary?: Partial<RunSummary>;
  readonly unfinished?: readonly string[];
}

async function report(rows: readonly ResultRow[], { options = {}, summary = {}, unfinished = [] }: Told = {}): Promise<string> {
  const { reporter, written } = await makeReporter(definition, options);
  await reporter.runStarted?.(sampleRunStart({ suites: ['b', 'a'], targets: ['second', 'first'] }));
  for (const key of [...rows.map(({ trialKey }) => trialKey), ...unfinished]) await reporter.trialStarted?.(sampleTrial({ key }));
  for (const row of rows) await reporter.trialFinished?.(row);
  await reporter.runFinished?.(sampleSummary({ plannedTrials: rows.length + unfinished.length, ...summary }));
  return written();
}

const missed = { name: 'contains', type: 'contains', weight: 1, score: 0, misses: ['no "Rome"'] };
const failed = (overrides: Partial<ResultRow> = {}): ResultRow => sampleRow({ score: 0.25, evaluators: [missed], ...overrides });

describe('a JUnit report', () => {
  test('has a suite for each suite and target, in the order of the run, and a test for each trial in that of the files', async () => {
    const row = (suite: string, target: string, line: number): ResultRow =>
      sampleRow({ suite, suitePath: `${suite}.yaml`, target, caseId: `c${line}`, source: `${suite}.yaml:${line}:1`, trialKey: `${suite}${target}${line}` });
    const text = await report([row('a', 'first', 10), row('a', 'second', 2), row('a', 'first', 9), row('b', 'first', 1)]);
    expect([...text.matchAll(/<(?:testsuite|testcase)\b[^>]* name="([^"]*)"/gu)].map(([, name]) => name)).toEqual(['b on first', 'c1', 'a on second', 'c2', 'a on first', 'c9', 'c10']);
    expect(text).toContain('<testsuites name="assay" tests="4" failures="0" errors="0" time="0.430">');
    expect(text).toContain('<testcase classname="a.first" name="c9" time="0.420" file="a.yaml">');
  });

  test('a failure begins with the place of its case and gives every reason; what was said stands below', async () => {
    const text = await report([failed({ variant: { label: 'temp:0.5' }, repeat: 2 })], { summary: { exitCode: 1, outcome: 'failed' } });
    expect(text).toContain('name="capital-of-france [temp:0.5] #2"');
    expect(text).toContain('<failure type="fail" message="contains: no &quot;Rome&quot;">evals/geography.yaml:3:5\nscore 0.25\n- contains: no "Rome"\n</failure>');
    expect(text).toContain('<system-out>What is the capital of France?\n\n--- reply ---\nThe capital of France is Paris.\n</system-out>');
    expect(text).not.toContain('name="outcome"');
  });

  test('what has no score or no verdict is an error, and what nothing scores is skipped', async () => {
    const text = await report([
      sampleErrorRow({ trialKey: '1' }),
      sampleRow({ trialKey: '2', caseId: 'open', score: 0.9, verdict: null }),
      sampleErrorRow({ trialKey: '3', caseId: 'unrated', error: { code: 'nothing_to_score', message: 'nothing scores it' } }),
      sampleRow({ trialKey: '4', caseId: 'borderline', score: 0.7 }),
    ]);
    expect(text).toContain('tests="4" failures="0" errors="2" skipped="1"');
    expect(text).toContain('<error type="network" message="connection refused">');
    expect(text).toContain('<error type="open" message="what could not be scored decides whether it fails">');
    expect(text).toContain('<skipped message="nothing scores it"/>');
  });

  test('trials that began and did not end, that never began, and cases that were left out are skipped', async () => {
    const { reporter, written } = await makeReporter(definition, {});
    reporter.diagnostic?.({ severity: 'warning', code: 'missing-field', message: 'a case without an input is left out', location: { file: 'a.yaml', line: 4, column: 3 } });
    reporter.runStarted?.(sampleRunStart());
    reporter.trialStarted?.(sampleTrial({ key: 'begun' }));
    await reporter.runFinished?.(sampleSummary({ outcome: 'interrupted', exitCode: 130, reasons: ['stopped after 0 of 5 trials'], complete: false, plannedTrials: 5 }));
    const text = written();
    expect(text).toContain('<skipped message="it was not finished"/>');
    expect(text).toContain('name="4 trials"><skipped message="they were not run"/>');
    expect(text).toContain('name="a.yaml:4:3"><skipped message="a case without an input is left out"/>');
    expect(text).toContain('name="outcome"><error type="interrupted" message="stopped after 0 of 5 trials">');
    expect(xml.absent ? '' : xmllint(text)).toBe('');
  });

  test('a run that did not pass never looks passed', async () => {
    const outcomes: readonly Partial<RunSummary>[] = [
      { outcome: 'failed', exitCode: 1, reasons: ['score 0.75 is below the threshold 0.8'] },
      { outcome: 'undecided', exitCode: 3, reasons: ['no trial has a score'] },
      { outcome: 'invalid', exitCode: 2, reasons: ['a file is wrong'], plannedTrials: undefined },
    ];
    for (const summary of outcomes) {
      const text = await report([sampleRow()], { summary });
      expect(text).toMatch(/<testsuites [^>]*(?:failures="1"|errors="1")/u);
      expect(text).toContain(`message="${summary.reasons?.[0]}"`);
    }
    expect(await report([sampleRow()])).toMatch(/<testsuites [^>]*failures="0" errors="0"/u);
  });

  test('replies are shown and cut as options say', async () => {
    const long = { text: 'x'.repeat(500), messages: [], toolCalls: [{ tool: 'look', input: { q: 1 } }] };
    expect(await report([sampleRow()], { options: {} })).not.toContain('<system-out>');
    expect(await report([failed()], { options: { replies: 'none' } })).not.toContain('<system-out>');
    const text = await report([sampleRow({ output: long })], { options: { replies: 'all', max_characters: 100 } });
    expect(text).toContain(`${'x'.repeat(100)} … (`);
    expect(await report([sampleRow({ output: { ...long, text: 'ok' } })], { options: { replies: 'all' } })).toContain('tool call: look({"q":1})');
  });

  test('suites of one name are told apart, and dots are none of a package', async () => {
    const text = await report([sampleRow({ suitePath: 'a/x.yaml', trialKey: '1' }), sampleRow({ suitePath: 'b/x.yaml', trialKey: '2', target: 'gpt-4.1' })], {
      summary: { groups: [sampleGroup({ suitePath: 'a/x.yaml', score: 0.5 })] },
    });
    expect(text).toContain('<testsuite name="geography (a/x.yaml) on mock"');
    expect(text).toContain('classname="geography (b/x_yaml).gpt-4_1"');
    expect(text).toContain('<property name="score" value="0.50"/>');
  });
});

describe(`whatever rows hold, it is good XML${xml.note}`, () => {
  const hostile = (text: string): ResultRow =>
    failed({
      suite: text, suitePath: text, caseId: text, source: `${text}:1:2`, target: text, variant: { label: text }, runId: text,
      input: [{ role: 'user', content: text }], output: { text, messages: [], toolCalls: [{ tool: text, input: { text } }] },
      evaluators: [{ ...missed, name: text, misses: [text] }],
    });

  test.skipIf(xml.absent)('control characters, halves of characters, and what looks like XML', async () => {
    const all = Array.from({ length: 0x120 }, (_, code) => String.fromCharCode(code)).join('');
    const texts = [all, '\uD800', '\uDC00x', '😀', '\uFFFE\uFFFF', ']]><![CDATA[', '</testcase>', '&#0;&lt;', "'\"", '<!--', ''];
    const rows = texts.map((text, index) => ({ ...hostile(text), trialKey: `${index}` }));
    const report1 = await report(rows, { summary: { outcome: 'failed', exitCode: 1 }, options: { replies: 'all' } });
    expect(xmllint(report1)).toBe('');
    expect(report1).toContain('\\u0000\\u0001');
  });

  test.skipIf(xml.absent)('rows of any shape', async () => {
    expect(xmllint(await report(edgeCaseRows(), { options: { replies: 'all' } }))).toBe('');
    expect(xmllint(await report([], { summary: { groups: [], plannedTrials: undefined } }))).toBe('');
  });
});

describe('of a comparison', () => {
  async function compared(comparison: Parameters<typeof sampleComparison>[0]): Promise<string> {
    const { reporter, written } = await makeReporter(definition, {});
    await reporter.comparisonFinished?.(sampleComparison(comparison));
    expect(xml.absent ? '' : xmllint(written())).toBe('');
    return written();
  }

  test('a case that is worse is a failure, and what is the same is one test', async () => {
    const text = await compared({ gate: 'cases' });
    expect(text).toContain('<testsuites name="assay" tests="3" failures="1" errors="0"');
    expect(text).toContain('name="capital-of-france"><failure type="comparison" message="it is worse: 1.00 → 0.40">evals/geography.yaml:3:5\n');
    expect(text).toContain('name="1 case without a change"');
  });

  test('where the means decide the mean is the failure, and a case is none', async () => {
    const text = await compared({});
    expect(text).toContain('<testsuites name="assay" tests="4" failures="1" errors="0"');
    expect(text).toContain('name="mean score"><failure type="comparison" message="worse: 0.80 → 0.70');
    expect(text).toMatch(/name="capital-of-france"(?: ?\/>|><\/testcase>)/u);
  });

  test('one that did not pass never looks passed', async () => {
    const none = { count: 0, cases: [] };
    expect(await compared({ outcome: 'no-baseline', exitCode: 2, reasons: ['there is no baseline'], worse: none, pairs: [] })).toContain('name="outcome"><error type="comparison" message="there is no baseline">');
    expect(await compared({ gate: 'cases', worse: none, reasons: ['the mean dropped'] })).toContain('name="outcome"><failure type="comparison" message="the mean dropped">');
  });
});
