import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { runAssay } from './assay-view.js';
import { launchBrowser } from './chromium.js';
import { wireRow, writeRun } from './make-run.js';
import { openPage, type WatchedPage } from './watched-page.js';

/** Of each run. */
export const ROWS = 1000;

/** What a `label` evaluator comes to in the summary of a run. */
const LABELS = {
  evaluator: 'tone',
  items: 4,
  labels: ['kind', 'rude'].map((label) => ({ label, support: 2, predicted: 2, precision: 0.5, recall: 0.5, f1: 0.5 })),
  confusion: [
    [1, 1],
    [1, 1],
  ],
  accuracy: 0.5,
  interval: { low: 0.067586, high: 0.932414, level: 0.95, clusters: 4, method: 'clopper_pearson' },
  macro: { precision: 0.5, recall: 0.5, f1: 0.5 },
  absent: 0,
  micro: { precision: 0.5, recall: 0.5, f1: 0.5 },
};

function addLabels(run: string): void {
  const file = join(run, 'summary.json');
  const { groups: [group], ...summary } = JSON.parse(readFileSync(file, 'utf8')) as { readonly groups: readonly object[] };
  writeFileSync(file, JSON.stringify({ ...summary, groups: [{ ...group, classifications: [LABELS] }] }));
}

/** The lines of the table that are drawn. */
export const linesOf = (page: Page): Locator => page.locator('.grid-lines .grid-row');
/** How many lines the table has. */
export const shownOn = async (page: Page): Promise<number> => Number(await page.locator('.grid').getAttribute('aria-rowcount')) - 1;

/** A project with two large runs, `one` and `two`, and a browser that opens reports of them. */
export class ReportWorld {
  #project = '';
  #browser: Browser | undefined;
  #watched: WatchedPage | undefined;

  get project(): string {
    return this.#project;
  }

  /** In the second run every tenth row is worse. What is said is of no form that packs well. */
  async open(): Promise<void> {
    this.#project = mkdtempSync(join(tmpdir(), 'assay-report-'));
    mkdirSync(join(this.project, '.assay'));
    let seed = 1;
    const word = (): string => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed.toString(36);
    };
    const rows = Array.from({ length: ROWS }, (_, number) => {
      const text = `${Array.from({ length: 30 }, word).join(' ')}${number === 700 ? ' the Needle' : ''} ${'a'.repeat(30)}b`;
      return wireRow(number, { score: number % 4 === 0 ? 0 : 1, tags: [number % 2 === 0 ? 'lang:de' : '<b>&'], output: { text, messages: [{ role: 'assistant', content: text }], tool_calls: [] } });
    });
    writeRun(this.project, 'one', rows);
    addLabels(join(this.project, '.assay/runs/one'));
    writeRun(this.project, 'two', rows.map((row, number) => (number % 10 === 1 ? wireRow(number, { score: 0, tags: row.tags }) : row)));
    writeFileSync(join(this.project, 'empty.html'), '');
    this.#browser = await launchBrowser();
    // All reports are opened on one page, one after the other: a page of its own for each takes longer than most of what is done there.
    this.#watched = await openPage(this.#browser, this.#addressOf('empty.html'));
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    if (this.project !== '') rmSync(this.project, { recursive: true, force: true });
  }

  /** Has a command make a report. */
  async report(file: string, ...args: readonly string[]): Promise<void> {
    await runAssay(this.project, ...args, '--report', `html=${file}`);
  }

  /** Opens a report, with nothing left of the one before: it may ask for nothing but itself. */
  async show(file: string, hash = ''): Promise<WatchedPage> {
    const watched = this.#watched;
    if (watched === undefined) throw new Error('the page is not open');
    const { page, misdeeds } = watched;
    const [empty, address] = [this.#addressOf('empty.html'), this.#addressOf(file)];
    misdeeds.length = 0;
    watched.address = empty;
    await page.goto(empty);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    watched.address = address;
    await page.goto(`${address}${hash}`);
    return watched;
  }

  #addressOf(file: string): string {
    return pathToFileURL(join(this.project, file)).href;
  }
}
