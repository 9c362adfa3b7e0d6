import { StoreError, type RunManifest, type RunReader } from '@assay/schema';

/** What a run says of itself; undefined for a folder of rows that says nothing that can be read. */
export async function readableManifest(reader: Pick<RunReader, 'manifest'>): Promise<RunManifest | undefined> {
  try {
    return await reader.manifest();
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
