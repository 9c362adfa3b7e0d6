import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { AssayError } from '@assay/schema';

export interface BatcherOptions<TInput, TOutput> {
  /** Most inputs of one batch. */
  readonly size: number;
  /** Inputs whose keys are equal may share a batch; those without one go alone. */
  readonly keyOf: (input: TInput) => string | undefined;
  /** One pass. Its signal aborts when nobody waits for any of its outputs. */
  readonly run: (inputs: readonly TInput[], signal: AbortSignal) => Promise<readonly TOutput[]>;
}

export interface Batcher<TInput, TOutput> {
  /**
   * Puts one input into the next batch. An input that fails does not fail the others of its batch.
   * @throws the signal's reason when it aborts, or whatever `run` threw for this input.
   */
  ask(input: TInput, signal: AbortSignal): Promise<TOutput>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

interface Waiting<TInput, TOutput> {
  readonly input: TInput;
  readonly key: string | undefined;
  readonly resolve: (output: TOutput) => void;
  readonly reject: (error: unknown) => void;
  left: boolean;
  /** Called when the one who asked gives up. */
  onLeave: () => void;
}

/** Share of the last batch's duration that is spent on waiting for more inputs. */
const PATIENCE = 0.1;

/** Takes the first, and those that may share a batch with it. */
function takeBatch<TItem extends { readonly key: string | undefined }>(queue: TItem[], size: number): readonly TItem[] {
  const first = queue.shift();
  if (!first) return [];
  const batch = [first];
  if (first.key === undefined) return batch;
  for (let index = 0; index < queue.length && batch.length < size; ) {
    const item = queue[index];
    if (item?.key === first.key) batch.push(...queue.splice(index, 1));
    else index++;
  }
  return batch;
}

/**
 * Collects inputs that arrive at about the same time into batches, one pass at a time: what arrives
 * during a pass goes into the next one.
 */
export function createBatcher<TInput, TOutput>(options: BatcherOptions<TInput, TOutput>): Batcher<TInput, TOutput> {
  type Item = Waiting<TInput, TOutput>;
  const { size, keyOf, run } = options;
  const queue: Item[] = [];
  let working: Promise<void> | undefined;
  let last = { ms: 0, inputs: 1 };

  /** Lets others of the same turn arrive; with a slow model and several askers a little longer. */
  async function gather(): Promise<void> {
    const until = performance.now() + (last.inputs > 1 ? last.ms * PATIENCE : 0);
    let before = -1;
    while (queue.length > before && queue.length < size) {
      before = queue.length;
      await nextTurn();
    }
    while (queue.length > 0 && queue.length < size && performance.now() < until) await wait(1);
  }

  async function pass(batch: readonly Item[]): Promise<void> {
    const controller = new AbortController();
    const check = (): void => {
      if (batch.every((item) => item.left)) controller.abort();
    };
    for (const item of batch) item.onLeave = check;
    const start = performance.now();
    try {
      const outputs = await run(
        batch.map(({ input }) => input),
        controller.signal,
      );
      last = { ms: performance.now() - start, inputs: batch.length };
      for (const [index, item] of batch.entries()) item.resolve(outputs[index] as TOutput);
    } catch (error) {
      // Errors of our own are about the model, not about one of the inputs.
      const shared = batch.length === 1 || error instanceof AssayError;
      for (const item of batch) {
        if (shared) item.reject(error);
        else if (!item.left) await pass([item]);
      }
    }
  }

  async function work(): Promise<void> {
    while (queue.length > 0) {
      await gather();
      const batch = takeBatch(queue, size);
      if (batch.length > 0) await pass(batch);
    }
    working = undefined;
  }

  return {
    ask(input, signal) {
      return new Promise<TOutput>((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const done = (): void => signal.removeEventListener('abort', leave);
        const item: Item = {
          input,
          key: keyOf(input),
          left: false,
          onLeave: () => undefined,
          resolve: (output) => {
            done();
            resolve(output);
          },
          reject: (error) => {
            done();
            reject(error);
          },
        };
        const leave = (): void => {
          item.left = true;
          const place = queue.indexOf(item);
          if (place !== -1) queue.splice(place, 1);
          item.reject(signal.reason);
          item.onLeave();
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.push(item);
        working ??= work();
      });
    },
    idle: () => working ?? Promise.resolve(),
  };
}
