import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleComparison, sampleSummary } from '@assay/schema/testing';
import { ConfigError, createRedactor, type Comparison, type RunSummary, type SummaryProblem } from '@assay/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeReporter } from '../../test/make-reporter.js';
import { reporter as definition } from './github.js';

interface Told {
  readonly log: string;
  readonly summary: string;
}

async function tell(what: { readonly run?: Partial<RunSummary>; readonly comparison?: Partial<Comparison>; readonly before?: string; readonly folder?: string }): Promise<Told> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-github-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const summaryFile = join(directory, 'summary.md');
  await writeFile(summaryFile, what.before ?? '# mine\n');
  let log = '';
  const { reporter } = await makeReporter(definition, {}, { ciServer: { log: { write: (line) => void (log += line) }, summaryFile, folder: what.folder ?? '' } });
  const comparison = what.comparison && sampleComparison(what.comparison);
  if (what.run) await reporter.runFinished?.(sampleSummary(what.run), comparison);
  else if (comparison) await reporter.comparisonFinished?.(comparison);
  return { log, summary: await readFile(summaryFile, 'utf8') };
}

const problem = (overrides: Partial<SummaryProblem> = {}): SummaryProblem => ({
  suite: 'geo', suitePath: 'evals/geo.yaml', target: 'bot', caseId: 'rome', source: 'evals/geo.yaml:9:5', variant: '', repeat: 1, verdict: 'fail', score: 0.25, why: ['contains: no "Rome"'], ...overrides,
});
const failed: Partial<RunSummary> = { outcome: 'failed', exitCode: 1, reasons: ['1 of 2 trials failed'], problems: [problem()], problemCount: 1 };

describe('a run on GitHub Actions', () => {
  test('has an annotation at the line of each case, and is added to the summary of the step', async () => {
    const { log, summary } = await tell({ run: failed, folder: 'packages/bot' });
    expect(log).toBe('::error file=packages/bot/evals/geo.yaml,line=9,col=5,title=geo › rome on bot%3A 0.25::contains: no "Rome"\n');
    expect(summary).toMatch(/^# mine\n### ❌ Failed\n/u);
  });

  test('without a score it is a warning, as it is in a run that passes all the same', async () => {
    expect((await tell({ run: { ...failed, problems: [problem(), problem({ verdict: null, score: null, why: [] })], problemCount: 2 } })).log.split('\n')[1]).toMatch(/^::warning .*title=geo › rome on bot%3A no score::it did not pass$/u);
    expect((await tell({ run: { ...failed, outcome: 'passed', exitCode: 0 } })).log).toMatch(/^::warning /u);
  });

  test('that fails by what no case says has an error of its own', async () => {
    expect((await tell({ run: { outcome: 'undecided', exitCode: 3, reasons: ['the budget is spent', '3 trials are missing'] } })).log).toBe('::error title=Assay%3A undecided::the budget is spent%0A3 trials are missing\n');
    expect((await tell({ run: {} })).log).toBe('');
  });

  test('has at most ten annotations of a kind, and says how many more there are', async () => {
    const problems = Array.from({ length: 30 }, (_, index) => problem({ caseId: `c${index}`, ...(index % 2 === 0 ? { verdict: null, score: null } : {}) }));
    const { log } = await tell({ run: { ...failed, problems, problemCount: 4000 } });
    expect(log.match(/^::error /gmu)).toHaveLength(10);
    expect(log.match(/^::warning /gmu)).toHaveLength(10);
    expect(log).toContain('::notice title=Assay::3,980 more cases to look at: see the summary of the job\n');
  });

  test('no text of others is a command, or ends one', async () => {
    const evil = 'x\r\n::set-output name=a::b,file=c%0A::error::y';
    const { log } = await tell({ run: { ...failed, problems: [problem({ suite: evil, caseId: evil, target: evil, source: `${evil}:1:2`, why: [evil] })] } });
    expect(log.match(/\n/gu)).toHaveLength(1);
    expect(log).toMatch(/^::error file=x%0D%0A%3A%3Aset-output name=a%3A%3Ab%2Cfile=c%250A%3A%3Aerror%3A%3Ay,line=1,col=2,title=[^,:]*::x%0D%0A::set-output name=a::b,file=c%250A::error::y\n$/u);
  });

  test('adds nothing to a summary that is full, and says so', async () => {
    const { log, summary } = await tell({ run: {}, before: 'x'.repeat(1024 * 1024 - 100) });
    expect(summary).toHaveLength(1024 * 1024 - 100);
    expect(log).toContain('the summary of this step is full');
    const most = await tell({ run: { reasons: Array.from({ length: 10 }, () => '漢'.repeat(500)), problems: Array.from({ length: 50 }, () => problem({ why: Array.from({ length: 20 }, () => '漢'.repeat(300)) })), problemCount: 50 }, before: 'x'.repeat(900_000) });
    expect(Buffer.byteLength(most.summary)).toBeLessThanOrEqual(1024 * 1024);
    expect(most.summary).toMatch(/… \d+ more/u);
  });
});

test('a comparison has annotations for what is worse, and its own part of the summary', async () => {
  const { log, summary } = await tell({ comparison: { gate: 'cases' } });
  expect(log).toBe('::error file=evals/geography.yaml,line=3,col=5,title=geography › capital-of-france on mock::1.00 → 0.40\n');
  expect(summary).toMatch(/^# mine\n### ❌ Worse\n/u);
  expect((await tell({ comparison: { kind: 'runs', outcome: 'compared', exitCode: 0, gate: 'none' } })).log).toMatch(/^::warning /u);
  // Where the means decide, one error says so, and cases are warnings.
  expect((await tell({ comparison: {} })).log).toMatch(/^::error title=Assay%3A failed::geography on mock: worse: [^\n]*\n::warning file=/u);
});

test('elsewhere it is none', () => {
  const environment = { output: { write: () => undefined }, progress: { write: () => undefined }, scratchFolder: '', color: false, interactive: false, columns: () => 80, redactor: createRedactor() };
  expect(() => definition.create({}, environment)).toThrow(ConfigError);
});
