import { UnscoredError } from '@assay/schema';
import type { TaskThreads } from '../src/threads/task-threads.js';
import type { Task, Tasks } from '../src/threads/tasks.js';

const LONG_MS = 120_000;

const failure = (why: 'late' | { readonly message: string }): UnscoredError => new UnscoredError(why === 'late' ? 'late' : why.message);

/** Has patterns matched in one of these threads. */
export function runIn(threads: TaskThreads, input: Tasks['match']['input'], { deadlineMs = LONG_MS, signal }: { deadlineMs?: number; signal?: AbortSignal } = {}): Promise<unknown> {
  const job: Task = { task: 'match', input };
  return new Promise((resolve, reject) => threads.run({ job, deadlineMs, signal, failure, resolve, reject }));
}

export const ENDLESS: Tasks['match']['input'] = [`${'a'.repeat(40)}b`, ['^(a+)+$', 'u']];
export const QUICK: Tasks['match']['input'] = ['abc', ['b', 'u'], ['x', 'u']];
