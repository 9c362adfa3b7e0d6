import type { RunIndex } from '../index/run-index.js';

/** What the metadata of a row's case has under a key, as a short text; undefined for nothing. */
export function metadataOf(index: RunIndex, position: number, key: string): string | undefined {
  const number = index.names.metadata.indexOf(key);
  return index.caseOf(position).metadata?.find(([of]) => of === number)?.[1];
}
