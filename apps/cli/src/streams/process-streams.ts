import { isClosedByReader, lossOf, surviveLoss } from './lost-stream.js';
import { printable } from './printable.js';

export interface ProcessStreamsOptions {
  /** True if stdout is for a program, so that no message may stand there. */
  readonly json: boolean;
}

/** Stdout and stderr of the process, either of which may be lost while a command goes on. */
export interface ProcessStreams {
  /** Waits until everything that was written has been taken, or cannot be. */
  flush(): Promise<void>;
  /**
   * True if results are missing from stdout although somebody wanted them: a full disk, say. Not
   * when the reader closed it.
   */
  readonly resultsLost: boolean;
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    // An error comes after the callback that tells of it.
    stream.write('', () => setImmediate(resolve));
  });
}

/** Lets nothing through that could speak to a terminal but Assay itself. */
function guard(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  const styled = stream.isTTY === true;
  stream.write = (chunk: unknown, ...rest: unknown[]): boolean => write(typeof chunk === 'string' ? printable(chunk, styled) : chunk, ...rest);
}

/** Keeps a command going whose output cannot be written, and says so on the stream that is left. */
export function keepStreams({ json }: ProcessStreamsOptions): ProcessStreams {
  const { stdout, stderr } = process;
  guard(stdout);
  guard(stderr);
  surviveLoss(stdout, (error) => {
    if (isClosedByReader(error)) return;
    stderr.write(
      `error: standard output cannot be written: ${error.message}\n` +
        '  fix: what is missing there can be had again when it can be written; results of a run are kept in its folder\n',
    );
  });
  surviveLoss(stderr, (error) => {
    if (isClosedByReader(error) || json) return;
    stdout.write(`warning: standard error cannot be written: ${error.message}\n`);
  });
  return {
    async flush() {
      await Promise.all([flushed(stdout), flushed(stderr)]);
    },
    get resultsLost() {
      const error = lossOf(stdout);
      return error !== undefined && !isClosedByReader(error);
    },
  };
}
