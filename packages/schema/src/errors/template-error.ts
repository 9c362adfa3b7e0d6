import { AssayError } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

export interface TemplateErrorOptions {
  /** Where in the text, in UTF-16 units from 0. Default: its beginning. */
  readonly offset?: number | undefined;
  readonly hint?: string | undefined;
  /** The variable that is missing, when that is what is wrong. */
  readonly variable?: string | undefined;
}

/** A text with variables cannot be read or filled in. Who knows where the text stands tells its user. */
export class TemplateError extends AssayError {
  static {
    recognizeCopies(this, 'TemplateError');
  }

  readonly code = 'template';
  override readonly name = 'TemplateError';
  /** In UTF-16 units from 0. */
  readonly offset: number;
  readonly variable: string | undefined;

  constructor(message: string, { offset = 0, hint, variable }: TemplateErrorOptions = {}) {
    super(message, { hint });
    this.offset = offset;
    this.variable = variable;
  }
}
