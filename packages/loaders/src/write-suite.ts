import type { Loader, Suite } from '@assay/schema';
import { loaders as installed } from './loaders.js';
import { convertSuite, type ConvertSuiteOptions, type WrittenSuite } from './writing/convert-suite.js';

export interface WriteSuiteOptions extends Omit<ConvertSuiteOptions, 'loaders'> {
  /** The dialects that can be written. Default: those of this package. */
  readonly loaders?: readonly Loader[] | undefined;
}

/**
 * Writes a suite in another format. What the format cannot say is in the losses, each with its place;
 * nothing is dropped silently.
 * @throws UsageError for an unknown format, or an `out` that it cannot be written to.
 * @throws InvalidFileError when the source cannot be read to its end.
 */
export function writeSuite(suite: Suite, options: WriteSuiteOptions): Promise<WrittenSuite> {
  return convertSuite(suite, { ...options, loaders: options.loaders ?? installed });
}
