import { setImmediate } from 'node:timers/promises';
import { rowJson, StoreError, type JobRefusal, type JobTransport, type ReceivedJob } from '@assay/schema';
import { boundedLines } from './bounded-lines.js';

/** Longest line that can be a job, in characters: one has some 1,500. */
const LONGEST_LINE = 1 << 20;
/** Characters of answers that are written at once, but for the last of them. */
const WRITTEN_AT_ONCE = 1 << 16;

interface Gathered {
  text: string;
  readonly written: Promise<boolean>;
}

export interface StdioTransportOptions {
  readonly input: NodeJS.ReadableStream & { destroy(): unknown };
  /** Takes lines, with their ends. @returns false when nobody takes them. */
  readonly write: (text: string) => Promise<boolean>;
}

function encodeRefusal({ trialKey, runId, error: { code, message, hint } }: JobRefusal, { location }: ReceivedJob): object {
  return { line: location?.line, trial_key: trialKey, run_id: runId, code, message, hint };
}

/** Jobs as lines of standard input, answers as lines of standard output: `{"row": …}` or `{"refused": …}`. */
export function stdioTransport({ input, write }: StdioTransportOptions): JobTransport {
  let ended = false;

  /** Answers of the same moment. */
  let gathered: Gathered | undefined;

  function gather(): Gathered {
    const own: Gathered = {
      text: '',
      written: setImmediate().then(() => {
        if (gathered === own) gathered = undefined;
        return write(own.text);
      }),
    };
    return own;
  }

  async function answer(json: string): Promise<void> {
    if (!gathered || gathered.text.length >= WRITTEN_AT_ONCE) gathered = gather();
    gathered.text += `${json}\n`;
    if (await gathered.written) return;
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
    row: (row) => answer(`{"row":${rowJson(row)}}`),
    refuse: (refusal, of) => answer(JSON.stringify({ refused: encodeRefusal(refusal, of) })),
    async close() {
      ended = true;
      input.destroy();
    },
  };
}
