/** What went wrong with a stream of the process. */
type StreamError = Error & { readonly code?: string };

/** Whoever read from it is gone: a pipe or socket that was closed, a terminal that hung up. */
const READER_GONE = new Set(['EPIPE', 'ECONNRESET', 'EOF', 'EIO', 'ERR_STREAM_DESTROYED']);

/** Streams that nothing is written to any more, with the first error of each. */
const lost = new WeakMap<NodeJS.WritableStream, StreamError>();

/** True if the reader closed the stream: its choice, not a failure of ours. */
export function isClosedByReader({ code }: StreamError): boolean {
  return code !== undefined && READER_GONE.has(code);
}

/** Why nothing is written to this stream any more; undefined while it can be written to. */
export function lossOf(stream: NodeJS.WritableStream): StreamError | undefined {
  return lost.get(stream);
}

function ignore(...args: readonly unknown[]): true {
  const callback = args.at(-1);
  if (typeof callback === 'function') process.nextTick(callback);
  return true;
}

/**
 * Makes the first failed write to a stream the last one: what is written afterwards is dropped, and
 * the process goes on.
 * @param onLoss called once, with the first error.
 */
export function surviveLoss(stream: NodeJS.WritableStream, onLoss: (error: StreamError) => void): void {
  stream.on('error', (error: StreamError) => {
    if (lost.has(stream)) return;
    lost.set(stream, error);
    stream.write = ignore;
    onLoss(error);
  });
}

/** Whoever waits for the same stream waits for the same: a listener for each of many would be taken for a leak. */
const waits = new WeakMap<NodeJS.WritableStream, Promise<void>>();

/** Waits until a stream takes more, or is lost. */
export function untilWritable(stream: NodeJS.WritableStream): Promise<void> {
  const before = waits.get(stream);
  if (before) return before;
  const wait = new Promise<void>((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('error', done);
      waits.delete(stream);
      resolve();
    };
    stream.on('drain', done);
    stream.on('error', done);
  });
  waits.set(stream, wait);
  return wait;
}
