import type { ProviderError } from '@assay/schema';

/** Something that could not be done now. What it was about stays as it is, and can be done later. */
export interface BatchProblem {
  readonly target: string;
  /**
   * `gone`: it was there, and is not any more; its requests are asked again. `missing`: somebody says that it is not there, the API does
   * not say so itself, and its lists cannot be read. `again`: it ended, and requests that it gave no answer to are asked again. `given-up`: nobody
   * tells whether it is there, and somebody accepts that its requests are asked again.
   */
  readonly doing: 'submit' | 'look' | 'collect' | 'cancel' | 'gone' | 'missing' | 'again' | 'given-up';
  readonly error: ProviderError;
}
