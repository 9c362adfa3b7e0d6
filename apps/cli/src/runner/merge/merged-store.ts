import { StoreError, type ResultStore } from '@assay/schema';

/** @param name of the folder of the union, as it is to be named. */
async function writing<T>(name: string, write: () => Promise<T>): Promise<T> {
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
    append: (row) => writing(name, () => store.append(row)),
    flush: () => writing(name, () => store.flush()),
    writeManifest: (manifest) => writing(name, () => store.writeManifest(manifest)),
    writeSummary: (summary) => writing(name, () => store.writeSummary(summary)),
    close: () => writing(name, () => store.close()),
  };
}
