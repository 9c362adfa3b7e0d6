import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChatServer } from '../servers/chat-server.js';
import { createWorkspace, type Workspace } from './workspace.js';

const CASES = 40;

/** A dataset on a server that answers the first cases and then keeps the rest waiting. */
export async function slowProject(answered: number): Promise<Workspace> {
  const server = await startChatServer((request) => {
    const number = Number(/number (\d+)/u.exec(request.text)?.[1]);
    return number < answered ? 'the answer is 42' : { hang: true };
  });
  const lines = Array.from({ length: CASES }, (_, number) =>
    JSON.stringify({
      id: `case-${number}`,
      expected_outcome: 'says 42',
      input: `question number ${number}`,
      evaluators: [{ type: 'contains', value: '42' }],
    }),
  );
  return createWorkspace({
    'slow.jsonl': lines.join('\n'),
    '.assay/targets.yaml': `targets:\n  - {name: slow, provider: openai, model: m, endpoint: '${server.url}', api_key: k}\n`,
  });
}

async function resultsFile(folder: string): Promise<string | undefined> {
  const runs = join(folder, '.assay/runs');
  if (!existsSync(runs)) return undefined;
  const [run] = await readdir(runs);
  const file = run && join(runs, run, 'results.jsonl');
  return file && existsSync(file) ? file : undefined;
}

/** Resolves when so many rows are stored in the only run. */
export async function waitForRows(folder: string, wanted: number): Promise<void> {
  for (;;) {
    const file = await resultsFile(folder);
    if (file && (await readFile(file, 'utf8')).split('\n').length > wanted) return;
    await sleep(20);
  }
}

/** The run of it. */
export const RUN = ['run', 'slow.jsonl', '--target', 'slow', '--concurrency', '4'];
