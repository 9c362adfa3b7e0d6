import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BIN, startAssay, type Finished } from '../commands/assay.js';
import { startChatServer } from '../servers/chat-server.js';
import { createWorkspace, type Workspace } from './workspace.js';

interface Setup {
  readonly cases: number;
  /** Numbers of the cases that fail. */
  readonly failing?: readonly number[];
  readonly delayMs?: number;
  /** A dataset, which is read while it runs, or a file that is read whole. */
  readonly streamed?: boolean;
}

/** A suite in `set.jsonl` or `set.yaml` on the target `slow`. */
export function project({ cases, failing = [], delayMs = 1, streamed = true }: Setup): Promise<Workspace> {
  const all = Array.from({ length: cases }, (_, number) => ({
    id: `case-${number}`,
    expected_outcome: 'says a',
    input: `${failing.includes(number) ? 'b' : 'a'} ${'.'.repeat(200)}`,
    evaluators: [{ type: 'contains', value: 'a' }],
  }));
  return createWorkspace({
    ...(streamed ? { 'set.jsonl': all.map((each) => JSON.stringify(each)).join('\n') } : { 'set.yaml': JSON.stringify({ evalcases: all }) }),
    '.assay/targets.yaml': `targets: [{name: slow, provider: mock, delay_ms: ${delayMs}}]\n`,
  });
}

/** The same on a server that keeps the reply to the last case back until it is told: whatever happens before happens while the run goes on. */
export async function heldProject(cases: number): Promise<{ readonly workspace: Workspace; answerLast(): void }> {
  let answerLast = (): void => undefined;
  const told = new Promise<void>((resolve) => (answerLast = resolve));
  const server = await startChatServer(async ({ text }) => {
    if (text.includes('last')) await told;
    return 'a';
  });
  const lines = Array.from({ length: cases }, (_, number) => JSON.stringify({ id: `case-${number}`, expected_outcome: 'says a', input: number === cases - 1 ? 'last' : 'one', evaluators: [{ type: 'contains', value: 'a' }] }));
  const workspace = await createWorkspace({ 'set.jsonl': lines.join('\n'), '.assay/targets.yaml': `targets: [{name: slow, provider: openai, model: m, endpoint: '${server.url}', api_key: test}]\n` });
  return { workspace, answerLast: () => answerLast() };
}

/** The run of it, with its rows in `out`. */
export const RUN = ['run', 'set.jsonl', '--target', 'slow', '--concurrency', '2', '--out', 'out'];

/** Runs in a shell that lets no file grow beyond these blocks of 512 bytes. */
export async function withFileLimit(workspace: Workspace, blocks: number, args: readonly string[]): Promise<Finished> {
  const child = spawn('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, BIN, ...args], {
    cwd: workspace.folder,
    env: { PATH: process.env['PATH'], HOME: workspace.folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve) => child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr })));
}

/** Resolves when so many rows are stored. */
export async function untilRows(workspace: Workspace, wanted: number): Promise<void> {
  const file = join(workspace.folder, 'out/results.jsonl');
  while (!existsSync(file) || (await readFile(file, 'utf8')).split('\n').length <= wanted) await sleep(10);
}

/** Stops a run of thirty cases with a signal, after three of them. */
export async function runStoppedBy(signal: NodeJS.Signals, streamed: boolean): Promise<Finished & { readonly workspace: Workspace }> {
  const workspace = await project({ cases: 30, delayMs: 100, streamed });
  const run = streamed ? RUN : RUN.map((word) => word.replace('.jsonl', '.yaml'));
  const { child, finished } = startAssay(run, { cwd: workspace.folder });
  await untilRows(workspace, 3);
  child.kill(signal);
  return { ...(await finished), workspace };
}
