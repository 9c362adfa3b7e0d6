import { encodeRow, StoreError, type JobRefusal, type JobTransport, type ReceivedJob } from '@assay/schema';
import { boundedLines } from './bounded-lines.js';

/** Longest line that can be a job, in characters: one has some 1,500. */
const LONGEST_LINE = 1 << 20;

export interface StdioTransportOptions {
  readonly input: NodeJS.ReadableStream & { destroy(): unknown };
  /** @returns false when nobody takes it. */
  readonly write: (text: string) => Promise<boolean>;
}

function encodeRefusal({ trialKey, runId, error: { code, message, hint } }: JobRefusal, { location }: ReceivedJob): object {
  return { line: location?.line, trial_key: trialKey, run_id: runId, code, message, hint };
}

/** Jobs as lines of standard input, answers as lines of standard output: `{"row": …}` or `{"refused": …}`. */
export function stdioTransport({ input, write }: StdioTransportOptions): JobTransport {
  let ended = false;

  async function answer(value: object): Promise<void> {
    if (await write(`${JSON.stringify(value)}\n`)) return;
    throw new StoreError('standard output is closed: nobody takes the rows', { hint: 'keep reading until the worker ends' });
  }

  return {
    async *jobs() {
      try {
        for await (const { number, text } of boundedLines(input as AsyncIterable<Uint8Array>, LONGEST_LINE)) {
          yield { text, location: { file: 'standard input', line: number, column: 1 } };
        }
      } catch (error) {
        // Closed by this side, which wants no more jobs.
        if (!ended) throw error;
      }
    },
    row: (row) => answer({ row: encodeRow(row) }),
    refuse: (refusal, of) => answer({ refused: encodeRefusal(refusal, of) }),
    async close() {
      ended = true;
      input.destroy();
    },
  };
}
