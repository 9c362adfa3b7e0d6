import { formatDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { inWords, type SayOption } from '../diagnostics/named-option.js';
import { withoutRepetition } from '../diagnostics/repeated-findings.js';
import { AssayError, type AssayErrorOptions } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

/** A file cannot be used as it is. Carries every finding, not only the first. Exit code 2. */
export class InvalidFileError extends AssayError {
  static {
    recognizeCopies(this, 'InvalidFileError');
  }

  readonly code = 'invalid-file';
  override readonly name = 'InvalidFileError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options: AssayErrorOptions = {}) {
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
    const first = errors[0] ?? diagnostics[0];
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    super(`${first?.message ?? 'invalid file'}${more}`, {
      location: first?.location,
      hint: first?.hint,
      namedOptions: first?.namedOptions,
      ...options,
    });
    this.diagnostics = diagnostics;
  }

  override format(say?: SayOption): string {
    return this.diagnostics.length === 0 ? super.format(say) : withoutRepetition(this.diagnostics).map((diagnostic) => formatDiagnostic(say ? inWords(diagnostic, say) : diagnostic)).join('\n');
  }
}
