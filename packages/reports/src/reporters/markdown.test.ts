import { edgeCaseRows, sampleComparison, sampleGroup, sampleRow, sampleSummary } from '@assay/schema/testing';
import type { Comparison, RunSummary, SummaryProblem } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { makeReporter } from '../../test/make-reporter.js';
import { slicedMarkdown as sliced } from '../../test/sliced-markdown.js';
import { reporter as definition } from './markdown.js';
import { markdownText } from '../markdown/markdown-text.js';

async function report(summary: Partial<RunSummary>, comparison?: Partial<Comparison>, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { reporter, written } = await makeReporter(definition, options);
  await reporter.runFinished?.(sampleSummary(summary), comparison && sampleComparison(comparison));
  return written();
}

const problem = (overrides: Partial<SummaryProblem> = {}): SummaryProblem => ({
  suite: 'geography', suitePath: 'evals/geography.yaml', target: 'mock', caseId: 'rome', source: 'evals/geography.yaml:9:5', variant: '', repeat: 1,
  verdict: 'fail', score: 0.25, why: ['contains: no "Rome"'], question: 'Capital of Italy?', reply: 'Milan', ...overrides,
});

describe('a comment', () => {
  test('says what came out, with a table, and what is to be looked at folded below it', async () => {
    const text = await report({ outcome: 'failed', exitCode: 1, reasons: ['1 of 2 trials failed'], groups: [sampleGroup({ trials: 2, failed: 1, score: 0.625, costUsd: 0.002 })], problems: [problem()], problemCount: 1 });
    expect(text).toContain('### ❌ Failed\n\n- 1 of 2 trials failed\n\n| Suite | Target | Score | Cases | Cost | Latency |\n|---|---|--:|---|--:|--:|\n| geography | mock | **0.63** | 1/2 passed, 1 failed | $0.0020 | 420 ms |\n');
    expect(text).toContain('<details><summary>1 trial to look at</summary>\n\n- ❌ geography › **rome** on mock: 0.25 – evals/geography.yaml:9:5\n  - contains: no &#34;Rome&#34;\n  - asked: Capital of Italy?\n  - replied: Milan\n\n</details>\n');
  });

  test('a score has its interval, and says on how many cases it rests where that is fewer than the trials', async () => {
    const interval = { low: 0.321, high: 0.9, level: 0.95, clusters: 3, method: 'gaffke' as const };
    const text = await report({ groups: [sampleGroup({ score: 0.625, trials: 6, unscored: 1, interval })] });
    expect(text).toContain('| **0.63** (0.32–0.90 n=3) |');
    expect(text).toContain('in brackets: 95 % intervals');
    expect(await report({ groups: [sampleGroup({ interval: undefined })] })).not.toContain('intervals');
  });

  test('says what came from a cache beside what the run cost, which does not count that', async () => {
    const text = await report({ groups: [sampleGroup({ trials: 2, costUsd: 0, cached: 2, saved: { costUsd: 0.25, judgeCostUsd: 0.05 } }), sampleGroup({ suite: 'b', costUsd: 0 })] });
    expect(text).toContain(' · $0.00 · from the cache: 2 of 3 replies, $0.3000 saved · ');
    expect(await report({ groups: [sampleGroup()] })).not.toContain('cache');
  });

  test('has a column for each target, and a line for each suite', async () => {
    const group = (suite: string, target: string, score: number) => sampleGroup({ suite, suitePath: `${suite}.yaml`, target, score });
    const text = await report({ groups: [group('a', 'one', 1), group('a', 'two', 0.5), group('b', 'two', 0)] });
    expect(text).toContain('| Suite | one | two |\n|---|---|---|\n| a | **1.00** 1/1 passed | **0.50** 1/1 passed |\n| b |  | **0.00** 1/1 passed |\n');
  });

  test('what changed stands above', async () => {
    const text = await report({}, {});
    expect(text.startsWith('### ❌ Worse\n\n.assay/runs/run-1, held against its baselines:\n\n- geography on mock: worse: 0.80 → 0.70, −0.10 (−0.18 to −0.02), p = 0.010\n')).toBe(true);
    expect(text).toContain('| geography | mock | 0.80 → 0.70 | −0.10 (−0.18 to −0.02) | **1** | 0 | 1 | 1 |');
    expect(text).toContain('A reply of geography on mock takes:\n\n- tokens 120 → 150: 30 more (10 to 50), p = 0.010\n');
    expect(text).toContain('<details><summary>1 case is worse</summary>\n\n- geography › **capital-of-france** on mock 1.00 → 0.40 (−0.60) – evals/geography.yaml:3:5\n\n</details>');
    expect(text.indexOf('Worse')).toBeLessThan(text.indexOf('### ✅ Passed'));
  });

  test('is no longer than it may be, and says what is left out', async () => {
    const problems = Array.from({ length: 1000 }, (_, index) => problem({ caseId: `c${index}`, why: Array.from({ length: 20 }, () => '|'.repeat(300)) }));
    const groups = Array.from({ length: 3000 }, (_, index) => sampleGroup({ suite: `s${index}`.padEnd(300, '*'), suitePath: `${index}` }));
    const cases = problems.map(({ suite, suitePath, caseId, target, source }) => ({ suite, suitePath, caseId, target, source, scoreBefore: 1, score: 0 }));
    const long = '|'.repeat(5000);
    for (const most of [4000, 65_536]) {
      const text = await report(
        { problems, problemCount: 5000, borderlineCases: problems, borderlineCount: 1000, groups, reasons: problems.map(() => long), runId: long, location: long },
        { worse: { count: 1000, cases }, open: { count: 1000, cases }, better: { count: 1000, cases }, added: { count: 1000, cases }, missing: { count: 1000, cases }, reasons: problems.map(() => long), before: long, kind: 'runs' },
        { max_characters: most },
      );
      expect(text.length).toBeLessThanOrEqual(most);
      expect(text.match(/<details>/gu) ?? []).toHaveLength((text.match(/<\/details>/gu) ?? []).length);
      expect(text).toMatch(/… [\d,]+ more/u);
    }
  });
});

describe('tables by a key', () => {
  test('stand below that of the suites, with what is asked for: by its own options, else by whoever asks for the report', async () => {
    const rows = [sampleRow({ tags: ['lang:de'], score: 1 }), sampleRow({ caseId: 'b', score: 0 })];
    const table = '\n| By tag:lang | Trials | Unscored | Pass | Rate | ± 95 % | Mean | ± 95 % |\n|---|--:|--:|--:|--:|---|--:|---|\n| de | 1 | 0 | 1 | 100% | 2.5–100.0% | 1.00 | 0.02–1.00 |\n| (none) | 1 |';
    expect(await sliced({ by: ['tag:lang'] }, ['suite'], rows)).toContain(table);
    const text = await sliced({}, ['tag:lang', 'suite'], rows);
    expect(text).toContain(table);
    expect(text.indexOf('| Suite |')).toBeLessThan(text.indexOf('| By tag:lang |'));
    expect(text.indexOf('| By tag:lang |')).toBeLessThan(text.indexOf('| By suite |'));
    expect(await sliced({}, undefined, rows)).not.toContain('| By');
    expect(await sliced({ by: [] }, ['suite'], rows)).not.toContain('| By');
  });

  test('a key that cannot be is refused', async () => {
    await expect(makeReporter(definition, { by: ['tags'] })).rejects.toThrow('expected suite, target, variant,');
    await expect(makeReporter(definition, {}, { by: ['tags'] })).rejects.toThrow('results cannot be sliced by "tags"');
  });

  test('of a comparison have both means', async () => {
    const slice = { compared: 2, worse: 1, same: 1, better: 0, scoreBefore: 1, score: 0.5, change: null };
    const { reporter, written } = await makeReporter(definition, {});
    await reporter.comparisonFinished?.(sampleComparison({ slices: [{ by: 'tag:a|b', slices: [{ value: 'x', ...slice }, { value: '', ...slice }] }] }));
    expect(written()).toContain('\n| By tag:a&#124;b | Cases | Score | Change (95 %) | Worse | Same | Better |\n|---|--:|---|---|--:|--:|--:|\n| x | 2 | 1.00 → 0.50 | – | **1** | 1 | 0 |\n| (none) | 2 |');
  });
});

describe('texts of others', () => {
  test.each([
    ['a | b', 'a &#124; b'],
    ['<script>alert(1)</script>', '&#60;script&#62;alert(1)&#60;/script&#62;'],
    ['@octocat and a@b.c', '@&#8203;octocat and a@&#8203;b.c'],
    ['fixes #12, GH-12, !3', 'fixes #&#8203;12, GH-&#8203;12, !&#8203;3'],
    ['https://x.example www.x.example', 'https:&#8203;//x.example www&#8203;.x.example'],
    ['[x](y) ![z](y)', '&#91;x&#93;(y) !&#91;z&#93;(y)'],
    ['`code` *b* _i_ ~s~ $m$', '&#96;code&#96; &#42;b&#42; &#95;i&#95; &#126;s&#126; &#36;m&#36;'],
    ['two\nlines\r\n# three', 'two lines # three'],
    ['snake_case stays', 'snake_case stays'],
    ['&lt; \\', '&#38;lt; &#92;'],
    ['\u202Ereversed', '&#92;u202ereversed'],
    ['1a2b3c4d5e', '1a2b3&#8203;c4d5e'],
  ])('%j is shown and does nothing', (text, expected) => {
    expect(markdownText(text)).toBe(expected);
  });

  test('a table stays a table, whatever stands in it', async () => {
    const [, row] = edgeCaseRows();
    const { suite = '', target = '', caseId = '' } = row ?? {};
    const text = await report({ groups: [sampleGroup({ suite, target }), sampleGroup({ suite: 'x', suitePath: 'x', target: 'a|b\n|c' })], problems: [problem({ suite, target, caseId })], problemCount: 1 });
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    expect(lines.map((line) => line.split('|').length)).toEqual([5, 5, 5, 5]);
    expect(text).not.toContain('<b>');
  });
});

test('a comparison alone is a comment too', async () => {
  const { reporter, written } = await makeReporter(definition, {});
  await reporter.comparisonFinished?.(sampleComparison({ kind: 'runs', before: '.assay/runs/a|b', outcome: 'compared', exitCode: 0 }));
  expect(written()).toContain('### 📊 Compared\n\n.assay/runs/run-1, held against .assay/runs/a&#124;b:\n');
  expect(written()).not.toContain('Passed');
});
