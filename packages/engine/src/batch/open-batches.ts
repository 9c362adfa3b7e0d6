import type { Batches, BatchesOptions } from './create-batches.js';

/** Asks in batches. What does it is loaded by the runs that do. */
export async function openBatches(options: BatchesOptions): Promise<Batches> {
  const { createBatches } = await import('./create-batches.js');
  return createBatches(options);
}
