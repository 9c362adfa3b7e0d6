import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const WAIT_MS = 60_000;

/** Path of a browser; undefined where there is none. */
export function browserPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

export async function launchBrowser() {
  // The browser's driver is a tool of the page's package.
  const { chromium } = createRequire(new URL('../../apps/viewer/package.json', import.meta.url))('playwright-core');
  return chromium.launch({ executablePath: browserPath(), args: FLAGS });
}

/** Notes when the first lines of a table have been painted, in milliseconds since the page was asked for. */
function notePaint() {
  const observer = new MutationObserver(() => {
    if (document.querySelector('.grid-lines .grid-row') === null) return;
    observer.disconnect();
    // The frame after the next one begins when the next one has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => Reflect.set(globalThis, '__painted', performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Milliseconds that the page's thread has worked: on a busy machine they tell more than a clock. */
export async function cpuTime(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
}

/** A page that opens an address anew, and the milliseconds until its first lines were painted. */
export async function openPage(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  page.setDefaultTimeout(WAIT_MS);
  await page.addInitScript(notePaint);
  await page.goto(address);
  const painted = await page.waitForFunction(() => Reflect.get(globalThis, '__painted'));
  return { page, session, painted: await painted.jsonValue(), cpu: await cpuTime(session), close: () => context.close() };
}

/** Waits until all rows are there. */
export async function allRows(page, rows) {
  await page.waitForFunction((count) => document.querySelector('.figure dd')?.textContent?.startsWith(count), new Intl.NumberFormat('en').format(rows), { polling: 50 });
}

/** Milliseconds from a change of the address to the paint of what it shows. */
export function timeOfChange(page, hash) {
  return page.evaluate(async (to) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const began = performance.now();
    location.hash = to;
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    await frame();
    await frame();
    return performance.now() - began;
  }, hash);
}

/** Milliseconds from typing a text to the paint of its first hits, and to the end of the search. */
export function timesOfSearch(page, text) {
  return page.evaluate(async (sought) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const field = document.querySelector('.search input');
    const state = document.querySelector('.search-state');
    const began = performance.now();
    field.value = sought;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    let first;
    let searched = false;
    for (;;) {
      await frame();
      const isSearching = state.textContent !== '';
      searched ||= isSearching;
      if (searched && document.querySelector('.grid-lines .grid-row') !== null) first ??= performance.now() - began;
      if (searched && !isSearching) return { first: first ?? Number.NaN, whole: performance.now() - began, lines: Number(document.querySelector('.grid')?.getAttribute('aria-rowcount') ?? 1) - 1 };
      if (performance.now() - began > 60_000) return { first: first ?? Number.NaN, whole: Number.NaN, lines: 0 };
    }
  }, text);
}

/** Megabytes that belong to the page: those of its JavaScript, and on Linux those of its whole process. */
export async function pageMemory(browser, session) {
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = (metrics.find(({ name }) => name === 'JSHeapTotalSize')?.value ?? Number.NaN) / 2 ** 20;
  if (process.platform !== 'linux') return { heap, whole: undefined };
  const system = await browser.newBrowserCDPSession();
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const own = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => Number(/RssAnon:\s+(\d+)/u.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  return { heap, whole: Math.max(...own) };
}
