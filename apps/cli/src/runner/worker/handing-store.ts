import type { JobTransport, ReceivedJob, ResultRow, ResultStore } from '@assay/schema';
import type { JobsUnderWay } from './jobs-under-way.js';
import { passedOn } from './passing-on/passed-on.js';
import type { Unreachable } from './passing-on/unreachable.js';

/**
 * The transport as the place where rows are stored. What this worker cannot ask is refused, where another may be able to.
 * @param onPassedOn Told of each row that is refused.
 * @param receivedFor the job that a row was made for: another run may have planned the same trial. Undefined where that is not known.
 */
export function handingStore(
  { transport, underWay, unreachable }: { readonly transport: JobTransport; readonly underWay: JobsUnderWay; readonly unreachable: Unreachable },
  receivedFor: (row: ResultRow) => ReceivedJob | undefined,
  onPassedOn: () => void,
): ResultStore {
  return {
    location: '',
    keys: async () => new Set<string>(),
    async append(row) {
      const taken = underWay.take(row.trialKey, receivedFor(row));
      if (!taken) return;
      const { runId } = taken.job;
      try {
        const passed = transport.passesOn ? passedOn({ ...row, runId }, taken.job, unreachable) : undefined;
        if (passed) {
          onPassedOn();
          await transport.refuse({ trialKey: row.trialKey, runId, ...passed }, taken.received);
        } else await transport.row({ ...row, runId }, taken.received);
        underWay.handed();
      } catch (error) {
        // Another row may come in its place, that can be written.
        underWay.add(taken.job, taken.received);
        throw error;
      }
    },
    writeManifest: async () => undefined,
    writeSummary: async () => undefined,
    flush: async () => undefined,
    close: async () => undefined,
  };
}
