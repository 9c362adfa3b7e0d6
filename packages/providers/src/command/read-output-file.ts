import { constants } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isError, ProviderError } from '@assay/schema';
import type { ReplyBounds } from '../reply-size/reply-bounds.js';
import { ReplyMeter } from '../reply-size/reply-meter.js';
import { LARGER_HINT, ReplyTooLarge } from '../reply-size/reply-too-large.js';
import { readText, type ReadText } from '../reply-size/read-text.js';

/** Neither waits for somebody to write into a pipe nor follows a link. Windows has no such flags, nor such pipes in folders. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function codeOf(error: unknown): unknown {
  return isError(error) && 'code' in error ? error.code : undefined;
}

const PLAIN = 'let the command write its answer to a plain file';

/**
 * What a command wrote to its answer file, which is read no further than a reply may be long. What the command put
 * there in its place is not followed: it may lead to a file that is not the command's to show.
 * @param file in a folder without links on its way.
 * @throws ProviderError (bad_reply) when there is no file, something else in its place, or too much in it.
 */
export async function readOutputFile(file: string, target: string, bounds: ReplyBounds): Promise<ReadText> {
  const meter = new ReplyMeter(bounds, 'what the command wrote to {OUTPUT_FILE}');
  const refused = (message: string, hint: string): ProviderError =>
    new ProviderError(`target "${target}": ${message}`, { kind: 'bad_reply', target, retryable: false, hint });
  const isLink = (): ProviderError => refused('what stands at {OUTPUT_FILE} is a link, and links are not followed', PLAIN);
  let handle: FileHandle | undefined;
  try {
    const seen = await lstat(file);
    if (seen.isSymbolicLink() || (await realpath(dirname(file))) !== dirname(file)) throw isLink();
    // A pipe or a device would have no end, and opening a device may do something.
    if (!seen.isFile()) throw refused('what stands at {OUTPUT_FILE} is no file', PLAIN);
    handle = await open(file, FLAGS);
    const found = await handle.stat();
    if (!found.isFile()) throw refused('what stands at {OUTPUT_FILE} is no file', PLAIN);
    // A second name of a file that stands somewhere else.
    if (found.nlink > 1) throw isLink();
    if (found.size > bounds.mostBytes) throw meter.refusal();
    const read = await readText(handle.createReadStream({ autoClose: false }), meter);
    meter.keep();
    return read;
  } catch (error) {
    if (error instanceof ReplyTooLarge) throw refused(error.message, LARGER_HINT);
    if (codeOf(error) === 'ELOOP') throw isLink();
    if (codeOf(error) !== 'ENOENT') throw error;
    throw refused('the command ended well but did not write {OUTPUT_FILE}', 'let the command write its answer to the path that stands for {OUTPUT_FILE}');
  } finally {
    meter.end();
    await handle?.close();
  }
}
