/**
 * Makes the pictures of the page in docs/view.md from runs of the examples. Build first; needs chromium.
 *
 *     node scripts/screenshots.mjs
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { workspaceRoot } from './support/workspace.mjs';

/** All pictures together, in bytes. */
const MOST_BYTES = 300_000;

// The browser's driver is a tool of the page's package.
const { chromium } = createRequire(join(workspaceRoot, 'apps/viewer/package.json'))('playwright-core');
const assay = join(workspaceRoot, 'apps/cli/dist/bin/assay.js');
const images = join(workspaceRoot, 'docs/images');
const project = mkdtempSync(join(tmpdir(), 'assay-pictures-'));

cpSync(join(workspaceRoot, 'examples'), project, { recursive: true, filter: (path) => !/\.assay.(?:runs|labels)/u.test(path) });
const run = (/** @type {string[]} */ ...args) => spawnSync(process.execPath, [assay, 'run', ...args], { cwd: project, stdio: 'ignore' });
run('summary-panel', 'support-agent', 'product-faq', '--out', '.assay/runs/monday');
run('summary-panel', 'support-agent', '--repeat', '2', '--out', '.assay/runs/tuesday');

const server = spawn(process.execPath, [assay, 'view', '--no-open'], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = await once(createInterface({ input: server.stdout }), 'line');
const address = /http:\S+/u.exec(String(line))?.[0] ?? '';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'] });

/** @param {string} name @param {string} hash @param {string} ready @param {{colorScheme?: 'light' | 'dark', keys?: string[]}} [more] */
async function take(name, hash, ready, { colorScheme = 'light', keys = [] } = {}) {
  const page = await browser.newPage({ viewport: { width: 1180, height: 640 }, colorScheme });
  await page.goto(`${address}${hash}`);
  if (keys.length > 0) await page.locator('.grid-lines .grid-row').first().waitFor();
  for (const key of keys) await page.keyboard.press(key);
  await page.locator(ready).first().waitFor();
  await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' });
  await page.close();
}

mkdirSync(images, { recursive: true });
const [first = ''] = readdirSync(join(project, '.assay/runs')).toSorted();
await take('view-run', `#/run/${first}`, '.grid-lines .grid-row', { colorScheme: 'dark' });
await take('view-case', `#/run/${first}?verdict=fail`, '.case .facts-list', { keys: ['Enter'] });
await browser.close();
server.kill('SIGINT');
await once(server, 'close');
rmSync(project, { recursive: true, force: true });

const bytes = readdirSync(images).reduce((sum, file) => sum + statSync(join(images, file)).size, 0);
process.stdout.write(`${readdirSync(images).join(', ')}: ${bytes} bytes\n`);
if (bytes > MOST_BYTES) throw new Error(`the pictures take more than ${MOST_BYTES} bytes`);
