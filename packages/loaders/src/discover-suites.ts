import type { Loader } from '@assay/schema';
import { findSuites, type FindOptions } from './discovery/find-suites.js';
import type { SuitePath } from './folder/suite-path.js';
import { loaders as installed } from './loaders.js';

export interface DiscoverOptions extends Omit<FindOptions, 'loaders'> {
  /** The dialects that files may have. Default: those of this package. */
  readonly loaders?: readonly Loader[] | undefined;
}

/**
 * The suites that files, folders and globs stand for, sorted, each once. Test cases of one folder are one suite, which holds
 * those that were matched. A file that is named itself is never passed over; in folders and globs, files that are no suites
 * are, with a note to `report`.
 * @throws UsageError for a pattern that matches nothing.
 */
export function discoverSuites(patterns: readonly string[], options: DiscoverOptions = {}): Promise<SuitePath[]> {
  return findSuites(patterns, { ...options, loaders: options.loaders ?? installed });
}
