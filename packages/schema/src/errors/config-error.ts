import { AssayError } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

/** A target, judge, option or project file asks for something that cannot be done. Exit code 2. */
export class ConfigError extends AssayError {
  static {
    recognizeCopies(this, 'ConfigError');
  }

  readonly code = 'config';
  override readonly name = 'ConfigError';
}
