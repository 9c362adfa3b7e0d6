import { createServer } from 'node:http';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '../parts/run-process.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';

const REQUESTS = 50_000;
/** Characters of a prompt: all of them together are 100 MB. */
const PROMPT = 2_000;
const UNDECIDED = 3;

/** An API that takes batches, and never has one done. */
async function startApi() {
  let batches = 0;
  let sent = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk) => (sent += chunk.length)).on('end', () => {
      const isForm = request.url.endsWith('/files');
      const said = JSON.stringify(isForm ? { id: 'file-1' } : { id: `batch_${(batches += 1)}`, status: 'in_progress' });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(said) }).end(said);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/v1`, sentMb: () => sent / 1e6, stop: () => server.close() };
}

function writeCases(folder) {
  const words = 'word '.repeat(PROMPT / 5);
  const line = (number) => JSON.stringify({ id: `case-${number}`, expected_outcome: 'says 42', input: `${number} ${words}`, evaluators: [{ type: 'contains', value: '42' }] });
  writeFileSync(join(folder, 'batch.jsonl'), Array.from({ length: REQUESTS }, (_, number) => line(number)).join('\n'));
}

export const benchmark = {
  name: 'batches',
  async run() {
    const api = await startApi();
    const workspace = createWorkspace({ cases: 1, url: api.url });
    try {
      writeCases(workspace.folder);
      const { peakMb } = await runProcess([ASSAY, 'run', 'batch.jsonl', '--target', 'bench', '--batch'], { cwd: workspace.folder, measureMemory: true, expectExit: UNDECIDED });
      if (api.sentMb() < (REQUESTS * PROMPT) / 1e6) throw new Error(`only ${Math.round(api.sentMb())} MB were submitted`);
      return [{ what: '50,000 requests submitted in batches, peak memory', value: peakMb, bound: 250, unit: 'MB', note: `${Math.round(api.sentMb())} MB sent` }];
    } finally {
      api.stop();
      workspace.remove();
    }
  },
};
