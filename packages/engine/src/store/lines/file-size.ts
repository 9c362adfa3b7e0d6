import { stat } from 'node:fs/promises';
import { systemCode } from '../../files/system-code.js';
import { storeFailure } from '../store-failure.js';

/** How long a file is, in bytes; 0 when there is none. @throws StoreError */
export async function fileSize(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw storeFailure('read', file, error);
  }
}
