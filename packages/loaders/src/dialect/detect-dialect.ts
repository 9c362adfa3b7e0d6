import { ConfigError, describeValue, errorText, isAssayError, isPromiseLike, type FileContent, type Loader } from '@assay/schema';
import { firstObject } from './first-object.js';
import { isTarget, otherFiles, type OtherFile } from './other-files.js';

/** What a file is, judged by what stands in it: a suite for a loader, another file of evals, or neither. */
export type Detected =
  | { readonly kind: 'suite'; readonly loader: Loader; readonly sureness: number }
  | { readonly kind: 'other'; readonly file: OtherFile }
  | { readonly kind: 'unknown' };

const UNKNOWN: Detected = { kind: 'unknown' };

/** A list of whole targets leaves less doubt than its first item. */
const LIST_OF_TARGETS = 0.98;

function otherSureness(file: OtherFile, { documents }: FileContent): number {
  const [first] = documents;
  if (file.name === 'target-file' && Array.isArray(first) && first.length > 0 && first.every(isTarget)) return LIST_OF_TARGETS;
  const value = firstObject(documents);
  return value ? file.detect(value) : 0;
}

/** The other file that a list or mapping is most likely; a list of mappings that are none in lists is nothing that is known. */
function otherFile(content: FileContent): { readonly found: Detected; readonly sureness: number } {
  let found: OtherFile | undefined;
  let sureness = 0;
  for (const file of otherFiles) {
    const own = otherSureness(file, content);
    if (own > sureness) [found, sureness] = [file, own];
  }
  if (!found) return { found: UNKNOWN, sureness: 0 };
  const inList = Array.isArray(content.documents[0]) && sureness !== LIST_OF_TARGETS;
  return { found: inList && !found.inLists ? UNKNOWN : { kind: 'other', file: found }, sureness };
}

const MEND_DETECT = 'mend detect() of the loader; for a file that is not its own it has to return 0';

/**
 * How sure a loader is.
 * @throws ConfigError with its name for what it throws by mistake, and for an answer that is no number from 0 to 1: a promise would
 * leave its files to nobody, and a number above 1 would take those of others.
 */
function surenessOf(loader: Loader, content: FileContent): number {
  let sureness: unknown;
  try {
    sureness = loader.detect(content);
  } catch (error) {
    if (isAssayError(error)) throw error;
    throw new ConfigError(`detect() of the loader "${loader.name}" threw: ${errorText(error)}`, { hint: MEND_DETECT, cause: error });
  }
  if (typeof sureness === 'number' && sureness >= 0 && sureness <= 1) return sureness;
  const isLate = isPromiseLike(sureness);
  // Nobody waits for it, so that its failure would end the process.
  if (isLate) void Promise.resolve(sureness).catch(() => undefined);
  const said = isLate ? 'a promise' : describeValue(sureness);
  throw new ConfigError(`detect() of the loader "${loader.name}" has to return a number from 0 to 1, not ${said}`, { hint: MEND_DETECT });
}

/**
 * Asks every loader whether a file is its own. The surest one gets it, unless it is plainer that the file is no suite.
 * Names and folders of files play no part.
 */
export function detectDialect(content: FileContent, loaders: readonly Loader[]): Detected {
  let loader: Loader | undefined;
  let sureness = 0;
  for (const candidate of loaders) {
    const own = surenessOf(candidate, content);
    if (own > sureness) [loader, sureness] = [candidate, own];
  }
  const other = otherFile(content);
  return loader && sureness >= other.sureness ? { kind: 'suite', loader, sureness } : other.found;
}

/** What a file is called that is no suite; undefined for suites and for what nobody knows. */
export function otherName(detected: Detected | undefined): OtherFile['name'] | undefined {
  return detected?.kind === 'other' ? detected.file.name : undefined;
}
