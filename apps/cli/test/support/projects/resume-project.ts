import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finished } from '../commands/assay.js';
import { startChatServer, type ChatAnswer, type ChatRequest, type ChatServer } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

interface Line {
  readonly id: string;
  readonly input?: string;
  readonly value?: string;
  readonly criterion?: string;
}

function line({ id, input = `question ${id}`, value = '42', criterion }: Line): string {
  const judged = criterion === undefined ? [] : [{ type: 'llm_judge', name: 'judge', prompt: criterion }];
  return JSON.stringify({ id, expected_outcome: 'says 42', input, evaluators: [{ type: 'contains', value }, ...judged] });
}

/** JSON Lines of cases whose replies are to say 42. */
export function dataset(...ids: readonly (string | Line)[]): string {
  return `${ids.map((id) => line(typeof id === 'string' ? { id } : id)).join('\n')}\n`;
}

/** Ids `c0`, `c1`, … */
export function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `c${index}`);
}

export interface Project {
  readonly workspace: Workspace;
  readonly server: ChatServer;
  /** Ids of the cases that were asked since the last time. */
  asked(): string[];
  assay(...args: readonly string[]): Promise<Finished>;
  /** The last row of each trial, by case. */
  last(): Promise<Readonly<Record<string, { readonly score: number | null; readonly scoringKey: string }>>>;
  folder(): Promise<string>;
}

/** The environment that targets are asked with. */
export const MODEL = { MODEL: 'm' };

/** A project with one target and one dataset. @param answer by the id of the case. */
export async function project(lines: string, answer: (id: string, request: ChatRequest) => ChatAnswer = () => 'it is 42', env: Readonly<Record<string, string>> = MODEL): Promise<Project> {
  let seen = 0;
  const server = await startChatServer((request) => answer(/question (\S+)/u.exec(request.text)?.[1] ?? '', request));
  const workspace = await createWorkspace({
    'evals/a.jsonl': lines,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: '\${MODEL}', endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`,
  });
  const folder = async (): Promise<string> => join('.assay/runs', (await readdir(join(workspace.folder, '.assay/runs')))[0] ?? '');
  return {
    workspace,
    server,
    asked() {
      const found = server.requests.slice(seen).map(({ text }) => /question (\S+)/u.exec(text)?.[1] ?? '');
      seen = server.requests.length;
      return found.toSorted();
    },
    assay: (...args) => runAssay(args, { cwd: workspace.folder, env: { ...env } }),
    async last() {
      const rows = await workspace.rows();
      return Object.fromEntries(rows.map(({ caseId, score, scoringKey }) => [caseId, { score, scoringKey }]));
    },
    folder,
  };
}

/** The run that is gone on with. */
export const RUN = ['run', 'evals/a.jsonl', '--target', 'bot', '--concurrency', '2', '--max-retries', '0'];

async function rowsIn(workspace: Workspace): Promise<number> {
  const runs = join(workspace.folder, '.assay/runs');
  const [run] = existsSync(runs) ? await readdir(runs) : [];
  const file = join(runs, run ?? '', 'results.jsonl');
  return run !== undefined && existsSync(file) ? (await readFile(file, 'utf8')).split('\n').length - 1 : 0;
}

/** Resolves when so many rows are stored in the only run. */
export async function untilRows(workspace: Workspace, wanted: number): Promise<void> {
  while ((await rowsIn(workspace)) < wanted) await sleep(10);
}
