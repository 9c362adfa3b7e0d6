import type { ResultRow } from '@assay/schema';
import type { Finished } from '../commands/assay.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** Cases `c0`, `c1`, … whose replies repeat their questions; every fifth one fails. */
export function dataset(count: number, first = 0): string {
  const line = (index: number): string =>
    JSON.stringify({ id: `c${index}`, expected_outcome: 'says its number', input: `number ${index}`, evaluators: [{ type: 'contains', value: index % 5 === 4 ? 'nothing' : 'number' }] });
  return Array.from({ length: count }, (_, index) => `${line(first + index)}\n`).join('');
}

const TARGETS = 'targets:\n  - { name: bot, provider: mock }\n  - { name: twin, provider: mock }\n';

/** A project whose runs are made in shards. */
export function project(cases = dataset(10), targets = TARGETS, whenDone?: (remove: () => Promise<void>) => void): Promise<Workspace> {
  return createWorkspace({ 'evals/a.jsonl': cases, '.assay/targets.yaml': targets }, whenDone);
}

export const assay = (workspace: Workspace, ...args: readonly string[]): Promise<Finished> => runAssay(args, { cwd: workspace.folder });

/** Runs shards into `shards/1`, … one after the other. @returns their exit codes. */
export async function runShards(workspace: Workspace, count: number, ...args: readonly string[]): Promise<readonly (number | null)[]> {
  const codes: (number | null)[] = [];
  for (let index = 1; index <= count; index += 1) {
    const { exitCode } = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', `${index}/${count}`, '--out', `shards/${index}`, ...args);
    codes.push(exitCode);
  }
  return codes;
}

/** Where `runShards` has put them. */
export function shards(...indexes: readonly number[]): string[] {
  return indexes.map((index) => `shards/${index}`);
}

/** A row without what differs from run to run. */
function timeless({ runId: _run, startedAt: _start, finishedAt: _end, latencyMs: _latency, assessmentKey: _salted, ...row }: ResultRow): object {
  return row;
}

/** Rows of a run, to be compared with those of another one. */
export async function sortedRows(workspace: Workspace, run: string): Promise<readonly object[]> {
  const rows = await workspace.rows(run);
  return rows.toSorted((a, b) => (a.trialKey < b.trialKey ? -1 : 1)).map(timeless);
}

export interface Summary {
  readonly outcome: string;
  readonly exit_code: number;
  readonly reasons: readonly string[];
  readonly complete: boolean;
  readonly threshold?: number;
  readonly groups: readonly { readonly trials: number; readonly score: number | null; readonly latency_ms: unknown }[];
  readonly merged?: { readonly count: number; readonly missing: readonly number[]; readonly runs: readonly string[] };
  readonly shard?: { readonly index: number; readonly count: number };
}

export const summaryOf = ({ stdout }: Finished): Summary => JSON.parse(stdout) as Summary;
