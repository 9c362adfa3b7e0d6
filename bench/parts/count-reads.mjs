// Loaded into a measured process: keeps the bytes that were read of BENCH_READ_FILE in BENCH_COUNT_FILE.
import { writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { BENCH_READ_FILE: watched, BENCH_COUNT_FILE: counter } = process.env;
const { open } = promises;
let total = 0;

promises.open = async (path, ...rest) => {
  const handle = await open(path, ...rest);
  if (path !== watched) return handle;
  const read = handle.read.bind(handle);
  handle.read = async (...args) => {
    const result = await read(...args);
    total += result.bytesRead;
    writeFileSync(counter, String(total));
    return result;
  };
  return handle;
};
syncBuiltinESMExports();
