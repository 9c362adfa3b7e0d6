import { useEffect, useState } from 'preact/hooks';
import { SourceError } from './source/source-error.js';

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly problem: { readonly message: string; readonly hint?: string | undefined } | undefined;
  /** Asks again. */
  readonly again: () => void;
}

/** Something that is asked for when `key` changes. What was there stays until the answer has come, so that nothing jumps. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'again'>>({ value: undefined, problem: undefined });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    load(stopped.signal).then(
      (value) => !stopped.signal.aborted && setState({ value, problem: undefined }),
      (error: unknown) => {
        if (stopped.signal.aborted) return;
        setState({ value: undefined, problem: error instanceof SourceError ? error : { message: String(error) } });
      },
    );
    return () => stopped.abort();
    // The key says what is loaded; the function is another one at each drawing.
  }, [key, round]);
  return { ...state, again: () => setRound((before) => before + 1) };
}
