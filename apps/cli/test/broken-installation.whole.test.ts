import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const BUILT = fileURLToPath(new URL('../dist', import.meta.url));

test('an installation without what reports failures ends with its own code, and says what failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-broken-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(BUILT, join(folder, 'dist'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const missing = (await readdir(join(folder, 'dist/parts'))).filter((name) => name.startsWith('report-failure'));
  expect(missing).not.toEqual([]);
  for (const name of missing) await rm(join(folder, 'dist/parts', name));

  const child = spawn(process.execPath, [join(folder, 'dist/bin/assay.js'), 'run', 'missing.yaml'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  // It must end by itself; one that tries for ever is ended here, and then has no code.
  const watch = setTimeout(() => child.kill('SIGKILL'), 40_000);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(watch);
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining('report-failure')]);
}, 60_000);
