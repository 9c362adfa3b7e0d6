import type { Presence } from '../session/presence.js';

/** Milliseconds after which it is said that nobody does anything. */
const NOBODY_MS = 5_000;

export interface WithoutWorkersOptions {
  readonly presence: Pick<Presence, 'workers' | 'onChange'>;
  /** Address of the queue, as it is shown. */
  readonly shown: string;
  readonly tell: (text: string) => void;
}

/** Says that a run has no workers: at first, and when the last one has gone, whatever became of it. */
export function watchForWorkers({ presence, shown, tell }: WithoutWorkersOptions): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = (): void => {
    const isAlone = presence.workers().size === 0 && !isClosed;
    if (isAlone === (timer !== undefined)) return;
    clearTimeout(timer);
    timer = isAlone ? setTimeout(() => tell(`no worker takes trials from the queue at ${shown}: start some with assay worker --queue`), NOBODY_MS) : undefined;
  };
  presence.onChange(look);
  look();
  return {
    close() {
      isClosed = true;
      look();
    },
  };
}
