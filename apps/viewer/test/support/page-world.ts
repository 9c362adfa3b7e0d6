import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { vi } from 'vitest';
import { runAssay, runDemo, servePage, type ServedPage } from './assay-view.js';
import { launchBrowser } from './chromium.js';
import { fullRow } from './full-row.js';
import { writeHostileRuns } from './hostile-run.js';
import { writeRun } from './make-run.js';
import { writeTrustedRun } from './trusted-run.js';
import { openPage } from './watched-page.js';

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));

const HEIGHT = 800;

/** Of the examples: an agent with tools, and summaries that a panel judges. */
const SUITES = ['support-agent', 'summary-panel'];

/** For the classifier of the examples. */
const TONES = `id,text,expected,region
a,A wonderful day,positive,eu
b,What a terrible film,negative,eu
c,The table is brown,neutral,us
`;

/** What all tests of the page share: starting a browser and a server takes longer than most of them. */
export class PageWorld {
  readonly project = mkdtempSync(join(tmpdir(), 'assay-page-'));
  /** Ids of the real runs, oldest first: those of examples (and of variants over HTTP, which the demo makes), one of labels in two variants, one with repeats. */
  runs: readonly string[] = [];
  #browser: Browser | undefined;
  #server: ServedPage | undefined;
  #page: Page | undefined;
  #misdeeds: string[] = [];
  #pending: ReadonlySet<unknown> = new Set();

  /**
   * Runs of examples, one of them with repeats, and runs with a little of everything.
   * @param options.whole the examples are all of the demo, and not two of its suites alone, and there are runs that mean harm
   */
  async open({ whole = false } = {}): Promise<void> {
    cpSync(examples, this.project, { recursive: true, filter: (path) => !path.includes(join('.assay', 'runs')) });
    const [browser, server] = await Promise.all([launchBrowser(), servePage(this.project), this.#runExamples(whole)]);
    this.#browser = browser;
    this.#server = server;
    const { page, misdeeds, pending } = await openPage(browser, server.address);
    this.#page = page;
    this.#misdeeds = misdeeds;
    this.#pending = pending;
  }

  async close(): Promise<void> {
    await Promise.all([this.#browser?.close(), this.#server?.close()]);
    rmSync(this.project, { recursive: true, force: true });
  }

  /** The page of another project, to be looked at once. */
  async elsewhere(folder: string, look: (page: Page) => Promise<void>): Promise<void> {
    if (this.#browser === undefined) throw new Error('the browser is not open');
    const server = await servePage(folder);
    try {
      const { page, misdeeds } = await openPage(this.#browser, server.address);
      await look(page);
      this.#misdeeds.push(...misdeeds);
      await page.context().close();
    } finally {
      await server.close();
    }
  }

  /** Ends the server, and leaves the page. */
  async closeServer(): Promise<void> {
    await this.#server?.close();
  }

  /** The oldest run. */
  get examples(): string {
    return this.#runAt(0);
  }

  get tones(): string {
    return this.#runAt(-2);
  }

  get repeated(): string {
    return this.#runAt(-1);
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error('the page is not open');
    return this.#page;
  }

  /** Shows something on the one page, as if nothing had been shown before. */
  async show(hash: string, ready: string, { width = 1280, dark = false } = {}): Promise<Page> {
    const { page } = this;
    // Each of these draws the page anew, also where nothing changes by it.
    if (page.viewportSize()?.width !== width || page.viewportSize()?.height !== HEIGHT) await page.setViewportSize({ width, height: HEIGHT });
    if ((await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) !== dark) await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    // A view is made anew when another one was shown. That one is left before it asks the server for anything.
    await page.evaluate(async (to) => {
      for (const address of [to === '#/runs' ? '#/run/one' : '#/runs', to]) {
        if (location.hash === address) continue;
        const arrived = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
        location.hash = address;
        await arrived;
      }
    }, hash);
    await page.locator(ready).first().waitFor();
    return page;
  }

  /** Removes runs that a test made. What still asked for one of them would be told that it is gone, and the browser writes that down. */
  async remove(...runs: readonly string[]): Promise<void> {
    await this.show('#/runs', '.runs tbody tr');
    await vi.waitUntil(() => this.#pending.size === 0, { timeout: 10_000 });
    for (const run of runs) rmSync(join(this.project, '.assay/runs', run), { recursive: true });
  }

  async text(selector: string): Promise<string> {
    return (await this.page.locator(selector).first().innerText()).replaceAll(/\s+/gu, ' ').trim();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Resolves when the page has drawn what it was told: most is there then, and need not be looked for again and again. */
  async drawn(): Promise<void> {
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }

  lines() {
    return this.page.locator('.grid-lines .grid-row');
  }

  /** How many lines the table has, those that are not drawn included. */
  async lineCount(): Promise<number> {
    return Number((await this.page.locator('.grid').getAttribute('aria-rowcount')) ?? 1) - 1;
  }

  /** What the page did since the last time that it must not do. @param expected what a test provokes: it is left out */
  takeMisdeeds(expected?: RegExp): readonly string[] {
    return this.#misdeeds.splice(0).filter((misdeed) => expected?.test(misdeed) !== true);
  }

  #runAt(place: number): string {
    const run = this.runs.at(place);
    if (run === undefined) throw new Error('there are no runs yet');
    return run;
  }

  #writeRuns(whole: boolean): void {
    const rows = Array.from({ length: 8 }, (_, number) => fullRow(number));
    const better = rows.map((row) => ({ ...row, score: row.score === null ? null : 0.9, verdict: row.score === null ? null : ('pass' as const), output: row.output && { ...row.output, text: `${row.output.text} Better.` } }));
    writeRun(this.project, 'one', rows);
    writeRun(this.project, 'two', better);
    if (whole) writeHostileRuns(this.project);
    writeTrustedRun(this.project);
  }

  async #runExamples(whole: boolean): Promise<void> {
    // What the demo calls its latest run is its own.
    await (whole ? runDemo(this.project) : runAssay(this.project, 'run', ...SUITES));
    this.#writeRuns(whole);
    writeFileSync(join(this.project, 'tone.csv'), TONES);
    writeFileSync(join(this.project, 'tone.yaml'), 'prompts: ["{{text}}", "not {{text}}"]\nassert: [{ type: label }]\n');
    await runAssay(this.project, 'run', 'tone.csv');
    await runAssay(this.project, 'run', ...SUITES, '--repeat', '2');
    const made = new Set(['one', 'two', 'hostile', 'other', 'trusted', 'unlabelled']);
    const runs = join(this.project, '.assay', 'runs');
    // Two may begin within the same second, which is all that their ids tell.
    const startOf = (name: string): string => (JSON.parse(readFileSync(join(runs, name, 'run.json'), 'utf8')) as { started_at: string }).started_at;
    this.runs = readdirSync(runs)
      .filter((name) => !made.has(name))
      .toSorted((a, b) => startOf(a).localeCompare(startOf(b)));
    if (this.runs.length !== (whole ? 4 : 3)) throw new Error(`the examples made ${this.runs.length} runs`);
  }
}
