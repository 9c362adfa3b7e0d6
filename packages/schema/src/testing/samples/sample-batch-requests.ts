import type { BatchRequests } from '../../contracts/provider-batch.js';

/** Lines of a batch that are in memory. */
export function sampleBatchRequests(lines: readonly string[]): BatchRequests {
  return {
    count: lines.length,
    bytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0),
    async *[Symbol.asyncIterator]() {
      yield* lines;
    },
  };
}
