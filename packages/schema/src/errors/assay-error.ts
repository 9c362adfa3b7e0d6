import { formatLocation, type SourceLocation } from '../diagnostics/location.js';
import { visibleText } from '../diagnostics/visible-text.js';
import { recognizeCopies } from './recognize-copies.js';

export interface AssayErrorOptions {
  /** How to fix it, in one sentence. */
  readonly hint?: string | undefined;
  readonly location?: SourceLocation | undefined;
  readonly cause?: unknown;
}

/**
 * Base of every error that Assay throws on purpose. `code` is stable; `message` says what is
 * wrong and what is allowed; `hint` says how to fix it; `location` says where.
 */
export abstract class AssayError extends Error {
  static {
    recognizeCopies(this, 'AssayError');
  }

  abstract readonly code: string;
  /** Written out in each class: a bundler gives classes other names. */
  abstract override readonly name: string;
  readonly hint: string | undefined;
  readonly location: SourceLocation | undefined;

  constructor(message: string, options: AssayErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
    this.location = options.location;
  }

  /** Place, message and hint as a person should see them: control characters as codes. */
  format(): string {
    const place = this.location ? `${formatLocation(this.location)}: ` : '';
    return visibleText(`${place}${this.message}${this.hint ? `\n  fix: ${this.hint}` : ''}`);
  }
}
