import { StoreError, type ResultStore } from '@assay/schema';

/** Writes something of a union, and tells what cannot be written with what is left to do. @param name of its folder, as it is to be named. */
export async function writingUnion<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    // To go on with it would ask for what the shards have.
    throw new StoreError(error.message, { hint: `the shards are as they were: make room, or name another folder (--out), and merge them again; what is in ${name} is not whole, and can be removed`, cause: error });
  }
}

/** The store of a merged run: what cannot be written is told with what is left to do. */
export function mergedStore(store: ResultStore, name: string): ResultStore {
  return {
    ...store,
    append: (row) => writingUnion(name, () => store.append(row)),
    flush: () => writingUnion(name, () => store.flush()),
    writeManifest: (manifest) => writingUnion(name, () => store.writeManifest(manifest)),
    writeSummary: (summary) => writingUnion(name, () => store.writeSummary(summary)),
    close: () => writingUnion(name, () => store.close()),
  };
}
