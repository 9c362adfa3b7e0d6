import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** What tests may write at once, with room to spare; containers often have 64 MB there. */
const LEAST_BYTES = 4 * 1024 ** 3;

/**
 * Whether a file system in memory is mounted at the folder, whose programs may be run.
 * @param {string} mounts what `/proc/mounts` says
 */
export function isInMemory(mounts) {
  const mount = mounts.split('\n').findLast((line) => line.split(' ')[1] === FOLDER);
  const [, , type, options = ''] = mount?.split(' ') ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec');
}

/**
 * Where tests have their temporary files, as environment variables: in memory, where there is enough of it. A run of evals waits for the disk
 * several times, and tests make thousands of runs: where others write to the disk too, each such wait takes milliseconds.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>} nothing where there is no such place, or somebody has said where.
 */
export function memoryFolder(env = process.env) {
  if (process.platform !== 'linux' || env['TMPDIR'] !== undefined) return {};
  try {
    accessSync(FOLDER, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize >= LEAST_BYTES && isInMemory(readFileSync('/proc/mounts', 'utf8')) ? { TMPDIR: FOLDER } : {};
  } catch {
    return {};
  }
}
