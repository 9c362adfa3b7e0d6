import vm from 'node:vm';
import { withSpareFiles } from './spare-files.js';

let guard: { readonly box: { task: () => unknown }; readonly run: (ms: number) => unknown } | undefined;

const nothing = (): undefined => undefined;

/** One context and one script serve every task: making them costs a hundred times a run. */
function guarded(): NonNullable<typeof guard> {
  if (!guard) {
    const box = { task: nothing as () => unknown };
    const context = vm.createContext(box);
    const script = new vm.Script('task()');
    guard = { box, run: (timeout) => script.runInContext(context, { timeout }) };
  }
  return guard;
}

function isTimeout(error: unknown): boolean {
  // Not `instanceof Error`: the error comes from the context, which has an Error of its own.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/**
 * What a task gives, or undefined when it takes longer: it is then ended wherever it is, so it must
 * leave nothing half done. Everything else waits for it. Undefined too when the process may open no file more, which it takes to end it.
 */
export function runFor<T extends NonNullable<unknown>>(ms: number, task: () => T): T | undefined {
  const { box, run } = guarded();
  box.task = task;
  try {
    return withSpareFiles(() => run(ms) as T);
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  } finally {
    box.task = nothing;
  }
}
