import { appendFile, stat } from 'node:fs/promises';
import { ConfigError, defineReporter, type Comparison, type ReportedRun, type ReporterEnvironment, type ResultRow, type RunStart, type RunSummary, type VerdictThresholds } from '@assay/schema';
import * as v from 'valibot';
import { comparisonAnnotations, runAnnotations } from './github/annotations.js';
import { annotation } from './github/workflow-command.js';
import type { LimitedText } from './markdown/limited-text.js';
import type * as markdownParts from './markdown/markdown-parts.js';
import { byOption, createSlicedRows, type SlicedRows } from './parts/sliced-rows.js';
import { toldRuns } from './parts/told-run.js';

type MarkdownParts = typeof markdownParts;

/** Bytes that GitHub takes for the summary of a step. */
const MOST_BYTES = 1024 * 1024;
/** Characters of a summary at most: whoever reads more of it reads a report. */
const MOST_CHARACTERS = 200_000;
/** Fewer characters are no summary. */
const LEAST_CHARACTERS = 4000;
/** UTF-8 takes no more bytes for one, as JavaScript counts them. */
const BYTES_PER_CHARACTER = 3;

/** Characters that may be added to the file. */
async function roomIn(file: string): Promise<number> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  return Math.min(MOST_CHARACTERS, Math.floor((MOST_BYTES - size) / BYTES_PER_CHARACTER) - 1);
}

class GithubReporter {
  readonly name = 'github';
  readonly #server: NonNullable<ReporterEnvironment['ciServer']>;
  readonly #redactor: ReporterEnvironment['redactor'];
  readonly #sliced: SlicedRows;
  #thresholds: VerdictThresholds | undefined;

  constructor({ redactor }: ReporterEnvironment, server: NonNullable<ReporterEnvironment['ciServer']>, sliced: SlicedRows) {
    this.#sliced = sliced;
    this.#server = server;
    this.#redactor = redactor;
  }

  runStarted(run: RunStart): void {
    this.#thresholds = run.thresholds;
    this.#sliced.hooks.runStarted?.(run);
  }

  trialFinished(row: ResultRow): void {
    this.#sliced.hooks.trialFinished?.(row);
  }

  async runFinished(summary: RunSummary, comparison?: Comparison): Promise<void> {
    await this.#annotate(runAnnotations(summary, this.#server.folder, this.#thresholds));
    await this.#summarize((text, { addComparison, addRun }) => {
      if (comparison) addComparison(text, comparison, 0.3);
      addRun(text, summary, { slices: this.#sliced.list(), thresholds: this.#thresholds });
    });
  }

  async comparisonFinished(comparison: Comparison, runs: readonly ReportedRun[] = []): Promise<void> {
    await this.#annotate(comparisonAnnotations(comparison, this.#server.folder));
    const told = this.#server.summaryFile === undefined ? [] : await toldRuns(runs);
    await this.#summarize((text, { addComparison, addTrustOfRuns }) => {
      addComparison(text, comparison, 0.6);
      addTrustOfRuns(text, told);
    });
  }

  async #annotate(lines: Iterable<string>): Promise<void> {
    for (const line of lines) await this.#server.log.write(this.#redactor.text(line));
  }

  /** Adds to the summary of the step, which may have other parts. */
  async #summarize(fill: (text: LimitedText, parts: MarkdownParts) => void): Promise<void> {
    const { summaryFile, log } = this.#server;
    if (summaryFile === undefined) return;
    const room = await roomIn(summaryFile);
    if (room < LEAST_CHARACTERS) {
      await log.write(annotation('notice', { title: 'Assay' }, 'the summary of this step is full: it has nothing of this run'));
      return;
    }
    const parts = await import('./markdown/markdown-parts.js');
    const text = new parts.LimitedText(room);
    fill(text, parts);
    await appendFile(summaryFile, `${this.#redactor.text(text.toString())}\n`);
  }
}

/** Tells GitHub Actions: the summary of the job, and annotations at the lines of cases. */
export const reporter = defineReporter({
  name: 'github',
  description: 'For GitHub Actions: the job summary, and annotations at the lines of the cases that did not pass. Runs on GitHub Actions use it without being asked.',
  options: v.strictObject({ by: byOption('the results of a run are also summed up, in the job summary') }),
  examples: [{ title: 'In settings, where runs on other machines leave it out', value: { name: 'github' } }],
  needsCiServer: true,
  compares: true,
  create(options, environment) {
    const { ciServer } = environment;
    if (ciServer) return new GithubReporter(environment, ciServer, createSlicedRows(options, environment));
    throw new ConfigError('report github is for GitHub Actions, and this is none', { hint: 'GITHUB_ACTIONS is not "true"; runs there write it without being asked, and the report markdown writes the same text anywhere' });
  },
});
