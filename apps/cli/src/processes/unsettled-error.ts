import { AssayError } from '@assay/schema';
import { stillAwaited } from './awaited.js';

/** What is waited for can never come: nothing is under way any more that could bring it. */
export class UnsettledError extends AssayError {
  readonly code = 'unsettled';
  override readonly name = 'UnsettledError';

  constructor() {
    const named = stillAwaited();
    super(`nothing is under way any more that could end this, and it waits for ${named.length === 0 ? 'something' : named.join(', ')}`, {
      hint: named.length === 0 ? 'a promise never settles: see what the program has added to Assay; if that is nothing, please report this with the command' : 'a promise there never settles: it has to resolve or reject, also when what it waits for is gone',
    });
  }
}
