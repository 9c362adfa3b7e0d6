import { isPassingForMembers } from './passing-refusal.js';

interface Refused {
  /** Does it once more. @returns why it is refused again; undefined when it is over, whatever came of it. */
  readonly again: () => Promise<unknown>;
  readonly giveUp: (error: unknown) => void;
}

/**
 * What a server has refused for now, in its order. It is done again one at a time: all of it at once, such as rows of many megabytes, would
 * take the very memory that was lacking.
 */
export class RefusedOperations {
  readonly #line: Refused[] = [];
  /** Why nothing is done again any more. */
  #givenUp: { readonly error: unknown } | undefined;

  get isEmpty(): boolean {
    return this.#line.length === 0;
  }

  /** Settles as the operation does when it is not refused for now. @throws why nothing is done again any more. */
  add<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#givenUp) return Promise.reject(this.#givenUp.error as Error);
    return new Promise<T>((resolve, reject) => {
      let stop = (): void => undefined;
      const stopped = new Promise<undefined>((settle) => (stop = () => settle(undefined)));
      const again = async (): Promise<unknown> => {
        try {
          resolve(await operation());
        } catch (error) {
          if (isPassingForMembers(error)) return error;
          reject(error as Error);
        }
        return undefined;
      };
      this.#line.push({
        // One at a server that is gone would never be over.
        again: () => Promise.race([again(), stopped]),
        giveUp(error) {
          reject(error as Error);
          stop();
        },
      });
    });
  }

  /**
   * Does all again, until one is refused.
   * @param onTaken Called for each that was not.
   * @returns why it was refused; undefined when none is left.
   */
  async again(onTaken: () => void): Promise<unknown> {
    for (let [first] = this.#line; first; [first] = this.#line) {
      const refusal = await first.again();
      if (refusal !== undefined) return refusal;
      // Unless it was given up meanwhile.
      if (this.#line[0] === first) this.#line.shift();
      onTaken();
    }
    return undefined;
  }

  /** Does nothing again any more. */
  giveUp(error: unknown): void {
    this.#givenUp ??= { error };
    for (const { giveUp } of this.#line.splice(0)) giveUp(error);
  }
}
