/**
 * One promise of a contract as a test of any framework:
 * `for (const check of resultStoreConformance(…)) test(check.name, check.run)`.
 */
export interface ConformanceCheck {
  /** The promise, in words. */
  readonly name: string;
  /** Rejects with an AssertionError when the promise is broken. */
  readonly run: () => Promise<void>;
}
