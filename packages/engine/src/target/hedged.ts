import type { ProviderError } from '@assay/schema';

/** A request that was sent and may be ended before its reply. */
export interface Sending<T> {
  readonly outcome: Promise<T>;
  /** Ends it, with the error to reject with. Nothing when it is over. */
  end(reason: ProviderError): void;
}

export interface HedgeOptions<T> {
  readonly first: Sending<T>;
  /** Calls back when the reply is late, or when as much time has passed once more. @returns ends the watch. */
  readonly watch: (onLate: () => void) => () => void;
  /** Sends the request a second time when it may; undefined when it may not be. */
  readonly second: (signal: AbortSignal) => Promise<Sending<T>> | undefined;
  /** Whether the first request is left its whole time, whatever becomes of the second. */
  readonly patient: boolean;
  /** Told when one of the two failed and the other one is still waited for. */
  readonly onOneLeft: () => void;
  /** What both fail with when neither brings a reply. */
  readonly stalled: () => ProviderError;
  /** What a request ends with whose reply is of no use any more. */
  readonly obsolete: () => ProviderError;
}

/**
 * The reply to a request that is sent a second time if it gets stuck: the first reply counts, and the other request is
 * ended. The second one that fails, or gets stuck as well, ends both, unless the first is to have its whole time.
 */
export function hedged<T>({ first, watch, second, patient, onOneLeft, stalled, obsolete }: HedgeOptions<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let open = true;
    let firstFailed = false;
    let asked = false;
    let other: { readonly waiting: AbortController; sending?: Sending<T> } | undefined;
    let stopWatch: () => void = () => undefined;

    const settle = (): void => {
      open = false;
      stopWatch();
      other?.waiting.abort();
    };
    const won = (value: T, loser: Sending<T> | undefined): void => {
      if (!open) return;
      settle();
      loser?.end(obsolete());
      resolve(value);
    };
    const lost = (error: unknown): void => {
      if (!open) return;
      settle();
      first.end(obsolete());
      other?.sending?.end(obsolete());
      reject(error as Error);
    };

    const sendSecond = async (waiting: AbortController, sent: Promise<Sending<T>>): Promise<void> => {
      let sending: Sending<T>;
      try {
        sending = await sent;
      } catch {
        // It was never sent: the first one ended before, or nothing is sent to the target any more.
        return;
      }
      if (!open) {
        sending.end(obsolete());
        sending.outcome.catch(() => undefined);
        return;
      }
      other = { waiting, sending };
      try {
        won(await sending.outcome, first);
      } catch (error) {
        if (firstFailed || !patient) return lost(error);
        other = undefined;
        onOneLeft();
      }
    };

    const onLate = (): void => {
      if (asked) {
        if (!patient) lost(stalled());
        return;
      }
      asked = true;
      const waiting = new AbortController();
      const sent = second(waiting.signal);
      if (!sent) return;
      other = { waiting };
      stopWatch = watch(onLate);
      void sendSecond(waiting, sent);
    };

    stopWatch = watch(onLate);
    first.outcome.then(
      (value) => won(value, other?.sending),
      (error: unknown) => {
        firstFailed = true;
        if (other?.sending) onOneLeft();
        else lost(error);
      },
    );
  });
}
