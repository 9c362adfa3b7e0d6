import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { errorText } from '@assay/schema';
import type { Compressors, FileMetaData } from 'hyparquet';
import { ParquetError } from './parquet-error.js';

type Unpack = (packed: Uint8Array, length: number) => Uint8Array;

function guarded(unpack: Unpack): Unpack {
  return (packed, length) => {
    try {
      return unpack(packed, length);
    } catch (error) {
      throw new ParquetError(`a page cannot be unpacked: ${errorText(error)}`, { hint: 'check that it is whole', cause: error });
    }
  };
}

const BUILT_IN: Compressors = {
  GZIP: guarded((packed, length) => gunzipSync(packed, { maxOutputLength: Math.max(length, 1) })),
  BROTLI: guarded((packed, length) => brotliDecompressSync(packed, { maxOutputLength: Math.max(length, 1) })),
};

/** What unpacks the pages of a file, besides snappy and none, which the library knows. No page unpacks to more than it says. */
export async function compressorsFor({ row_groups: groups }: FileMetaData): Promise<Compressors> {
  if (!groups.some(({ columns }) => columns.some(({ meta_data: data }) => data?.codec === 'ZSTD'))) return BUILT_IN;
  const { decompress } = await import('fzstd');
  return { ...BUILT_IN, ZSTD: guarded((packed, length) => decompress(packed, new Uint8Array(length))) };
}
