import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLargeDataset } from '../data/large-dataset.mjs';
import { ASSAY } from '../data/workspace.mjs';

const COUNT_READS = fileURLToPath(new URL('count-reads.mjs', import.meta.url));

/** A server that never answers. Resolves to its URL and to a promise of the first request. */
async function startSilentServer() {
  let arrived;
  const firstRequest = new Promise((resolve) => (arrived = resolve));
  const server = createServer(() => arrived('request'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, firstRequest, stop };
}

/** Share of a large dataset, from 0 to 1, that a run has read when its first request arrives. */
export async function shareReadBeforeFirstRequest(bytes) {
  const server = await startSilentServer();
  const dataset = createLargeDataset({ bytes, url: server.url });
  const counter = join(dataset.folder, 'bytes-read');
  const child = spawn(process.execPath, [ASSAY, 'run', dataset.file, '--target', 'bench'], {
    cwd: dataset.folder,
    env: { ...process.env, NODE_OPTIONS: `--import=${COUNT_READS}`, BENCH_READ_FILE: dataset.file, BENCH_COUNT_FILE: counter },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const exited = once(child, 'exit');
  try {
    const first = await Promise.race([server.firstRequest, exited]);
    if (first !== 'request') throw new Error(`assay run ended before its first request\n${stderr}`);
    return Number(readFileSync(counter, 'utf8')) / dataset.bytes;
  } finally {
    child.kill('SIGKILL');
    await exited;
    server.stop();
    dataset.remove();
  }
}
