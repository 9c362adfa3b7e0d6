import { formatLocation, type SourceLocation } from '../diagnostics/location.js';
import { inWords, type NamedOption, type NamingHint, type SayOption } from '../diagnostics/named-option.js';
import { visibleText } from '../diagnostics/visible-text.js';
import { recognizeCopies } from './recognize-copies.js';

export interface AssayErrorOptions extends NamingHint {
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
  declare readonly namedOptions?: readonly NamedOption[] | undefined;
  readonly location: SourceLocation | undefined;

  constructor(message: string, options: AssayErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
    this.location = options.location;
    // Of nearly all there are none: where an error is looked at, it shows what it has.
    if (options.namedOptions) this.namedOptions = options.namedOptions;
  }

  /** Place, message and hint as a person should see them: control characters as codes. @param say how options are written for that person; default: they are not named. */
  format(say?: SayOption): string {
    const place = this.location ? `${formatLocation(this.location)}: ` : '';
    const { hint } = say ? inWords({ hint: this.hint, namedOptions: this.namedOptions }, say) : this;
    return visibleText(`${place}${this.message}${hint ? `\n  fix: ${hint}` : ''}`);
  }
}
