import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const USAGE = fileURLToPath(new URL('report-usage.mjs', import.meta.url));

/**
 * Runs a Node program to its end. Resolves to its wall time (ms), memory (MB) and output.
 * @param options `measureMemory`: true for its peak, as the system sees it; `live` for the most that was in use, which it is
 *   looked through for every second: that takes time, and lowers the peak.
 */
export function runProcess(args, { env = {}, cwd, expectExit = 0, measureMemory = false } = {}) {
  const folder = measureMemory ? mkdtempSync(join(tmpdir(), 'assay-bench-')) : undefined;
  const usageFile = folder && join(folder, 'usage');
  const extra = usageFile ? { NODE_OPTIONS: `--import=${USAGE}`, BENCH_USAGE_FILE: usageFile, ...(measureMemory === 'live' ? { BENCH_LIVE_MEMORY: '1' } : {}) } : {};
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...extra, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const ms = performance.now() - start;
      const usage = usageFile ? JSON.parse(readFileSync(usageFile, 'utf8')) : undefined;
      if (folder) rmSync(folder, { recursive: true, force: true });
      if (code === expectExit) resolve({ ms, peakMb: usage && usage.peakKb / 1024, liveMb: usage && usage.mostLive / 1e6, stdout, stderr });
      else reject(new Error(`node ${args.join(' ')} exited with ${code}, not ${expectExit}\n${stdout}\n${stderr}`));
    });
  });
}

/** The median of some numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median over the pairs of time(a) / time(b), measured in turn so that both see the same machine. */
export async function pairedRatio(pairs, a, b) {
  const ratios = [];
  await a();
  await b();
  for (let pair = 0; pair < pairs; pair++) {
    const first = await a();
    const second = await b();
    ratios.push(first / second);
  }
  return median(ratios);
}
