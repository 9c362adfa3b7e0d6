import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allRows, browserPath, cpuTime, launchBrowser, openPage, pageMemory, timeOfChange, timesOfSearch } from '../parts/page-in-browser.mjs';
import { runProcess } from '../parts/run-process.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';
import { writeRun } from '../data/written-run.mjs';

/** With it a row has about two kilobytes. */
const REPLY = `the answer is 42${' and so on'.repeat(60)}`;
const SIZES = [
  { rows: 10_000, paint: 1, filter: 100 },
  { rows: 100_000, paint: 2.5, filter: 300 },
];
const REPORT_ROWS = 1000;
const MB = 1e6;
/** Filters on columns of the index, one after the other. */
const FILTERS = ['verdict=fail', 'tag=tag-3', 'score=0.2..0.9', 'latency=..300', 'only=errors', 'evaluator=contains&score=0.9..', 'sort=-latency', 'by=tag'];
const SEARCHES = ['rare reply', '/a r[a-z]+e reply/'];

const workOf = (cpu) => `${cpu.toFixed(0)} ms of work`;
const counted = (rows) => new Intl.NumberFormat('en').format(rows);

async function ofSize(browser, address, { rows, paint, filter }) {
  const run = `#/run/rows-${rows}`;
  const { page, session, painted, cpu, close } = await openPage(browser, `${address}${run}`);
  await allRows(page, rows);
  const filters = [];
  const worked = [];
  for (const chosen of FILTERS) {
    const before = await cpuTime(session);
    filters.push(await timeOfChange(page, `${run}?${chosen}`));
    worked.push((await cpuTime(session)) - before);
  }
  await timeOfChange(page, run);
  const searches = [];
  for (const text of SEARCHES) {
    searches.push(await timesOfSearch(page, text));
    await timeOfChange(page, run);
  }
  const { heap, whole } = await pageMemory(browser, session);
  await close();
  const slowest = filters.indexOf(Math.max(...filters));
  const results = [
    { what: `page: first lines of ${counted(rows)} rows painted`, value: painted / 1000, bound: paint, unit: 's', note: workOf(cpu) },
    { what: `page: a filter on ${counted(rows)} rows, painted`, value: filters[slowest], bound: filter, unit: 'ms', note: `the slowest of ${FILTERS.length}: ${FILTERS[slowest]}; ${FILTERS.map((chosen, at) => `${chosen} ${worked[at].toFixed(0)}`).join(', ')} ms of work` },
    ...SEARCHES.flatMap((text, at) => [
      { what: `page: ${text} in ${counted(rows)} rows, first hits`, value: searches[at].first, bound: 500, unit: 'ms', note: `${searches[at].lines} hits` },
      { what: `page: ${text} in ${counted(rows)} rows, all hits`, value: searches[at].whole / 1000, bound: 2, unit: 's' },
    ]),
  ];
  if (rows < 100_000) return results;
  return [...results, { what: `page: memory of the page with ${counted(rows)} rows of 2 kB`, value: whole ?? heap, bound: 250, unit: 'MB', note: `JavaScript ${heap.toFixed(0)} MB` }];
}

async function served(browser, folder) {
  const child = spawn(process.execPath, [ASSAY, 'view', '--no-open'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
    const address = /http:\S+/u.exec(said)[0];
    const results = [];
    for (const size of SIZES) results.push(...(await ofSize(browser, address, size)));
    return results;
  } finally {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
}

/** A report of one file: what its code takes, beside its data, and how soon it shows. */
async function report(browser, folder) {
  const file = join(folder, 'report.html');
  await writeRun({ folder, from: join(folder, 'one'), name: 'report', rows: REPORT_ROWS });
  await runProcess([ASSAY, 'report', '.assay/runs/report', '--report', `html=${file}`], { cwd: folder });
  const html = readFileSync(file, 'utf8');
  const data = [...html.matchAll(/<script type="application\/octet-stream"[^>]*>([^<]*)<\/script>/gu)].reduce((sum, [, text = '']) => sum + text.length, 0);
  const { painted, cpu, close } = await openPage(browser, pathToFileURL(file).href);
  await close();
  return [
    { what: `page: report of ${counted(REPORT_ROWS)} rows from file://, painted`, value: painted / 1000, bound: 1, unit: 's', note: workOf(cpu) },
    { what: 'page: report without its data', value: (html.length - data) / MB, bound: 1.5, unit: 'MB', note: `data of ${counted(REPORT_ROWS)} rows ${(data / MB).toFixed(2)} MB` },
  ];
}

export const benchmark = {
  name: 'page in a browser',
  async run() {
    if (browserPath() === undefined) {
      process.stderr.write('  skipped: install chromium\n');
      return [];
    }
    const workspace = createWorkspace({ cases: 1, url: 'http://127.0.0.1:9/v1', reply: REPLY });
    const { folder } = workspace;
    await runProcess([ASSAY, 'run', 'bench.jsonl', '--target', 'mock', '--out', 'one'], { cwd: folder });
    for (const { rows } of SIZES) await writeRun({ folder, from: join(folder, 'one'), name: `rows-${rows}`, rows });
    const browser = await launchBrowser();
    try {
      // What a browser does when its first page opens is not the page's.
      const { close } = await openPage(browser, pathToFileURL(await warmUp(folder)).href);
      await close();
      return [...(await served(browser, folder)), ...(await report(browser, folder))];
    } finally {
      await browser.close();
      workspace.remove();
    }
  },
};

/** A small report: the first page that a browser opens. */
async function warmUp(folder) {
  const file = join(folder, 'first.html');
  await runProcess([ASSAY, 'report', 'one', '--report', `html=${file}`], { cwd: folder });
  return file;
}
