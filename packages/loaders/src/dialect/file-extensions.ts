import type { Loader } from '@assay/schema';

/** The extension of files that are streamed, a case in each line. */
export const LINES = '.jsonl';

/** The dialect of lines that look like nothing else. */
const DIALECT_OF_LINES = 'eval-case';

/** The extensions of files that these loaders read, each once, in the order of the loaders. */
export function extensionsOf(loaders: readonly Loader[]): readonly string[] {
  return [...new Set(loaders.flatMap(({ extensions }) => extensions))];
}

/** The loader of lines that say nothing about their dialect. */
export function lineLoader(loaders: readonly Loader[]): Loader | undefined {
  return loaders.find(({ name }) => name === DIALECT_OF_LINES) ?? loaders.find(({ extensions }) => extensions.includes(LINES));
}
