import { useState } from 'preact/hooks';

/** What came of the last thing that was done, in a few words. */
export interface Said {
  readonly said: string;
  /** Waits for something, and says that it is done, or why not. */
  tell(what: Promise<unknown>, done: string): Promise<void>;
  forget(): void;
}

/** Keeps what came of the last thing that was done. */
export function useSaid(): Said {
  const [said, setSaid] = useState('');
  return {
    said,
    async tell(what, done) {
      try {
        await what;
        setSaid(done);
      } catch (error) {
        setSaid(error instanceof Error ? error.message : String(error));
      }
    },
    forget: () => setSaid(''),
  };
}
