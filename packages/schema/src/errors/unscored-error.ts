import { AssayError, type AssayErrorOptions } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

export interface UnscoredErrorOptions extends AssayErrorOptions {
  /**
   * `infrastructure`: something outside the eval failed (a judge, a script, a service).
   * `config`: the evaluator or point cannot work as it is written.
   * `refused`: it could, if somebody vouched for the file that it stands in.
   */
  readonly reason?: 'infrastructure' | 'config' | 'refused' | undefined;
}

/** An evaluator or point could not be scored: never a 0 and never a pass, but `null` with this reason. */
export class UnscoredError extends AssayError {
  static {
    recognizeCopies(this, 'UnscoredError');
  }

  readonly code = 'unscored';
  override readonly name = 'UnscoredError';
  readonly reason: 'infrastructure' | 'config' | 'refused';

  constructor(message: string, options: UnscoredErrorOptions = {}) {
    super(message, options);
    this.reason = options.reason ?? 'infrastructure';
  }
}
