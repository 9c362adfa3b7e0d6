import { AssayError } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

/** The folder that a trial was to work in could not be prepared: the target was not asked. */
export class WorkspaceError extends AssayError {
  static {
    recognizeCopies(this, 'WorkspaceError');
  }

  readonly code = 'workspace';
  override readonly name: string = 'WorkspaceError';
}
