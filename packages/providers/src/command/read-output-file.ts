import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ProviderError } from '@assay/schema';
import type { ReplyBounds } from '../reply-size/reply-bounds.js';
import { ReplyMeter } from '../reply-size/reply-meter.js';
import { LARGER_HINT, ReplyTooLarge } from '../reply-size/reply-too-large.js';
import { readText } from '../reply-size/read-text.js';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * What a command wrote to its answer file, which is read no further than a reply may be long.
 * @throws ProviderError (bad_reply) when there is no file, something else in its place, or too much in it.
 */
export async function readOutputFile(file: string, target: string, bounds: ReplyBounds): Promise<string> {
  const meter = new ReplyMeter(bounds, 'what the command wrote to {OUTPUT_FILE}');
  const refused = (message: string, hint: string): ProviderError =>
    new ProviderError(`target "${target}": ${message}`, { kind: 'bad_reply', target, retryable: false, hint });
  try {
    const found = await stat(file);
    // A pipe or a device would have no end.
    if (!found.isFile()) throw refused('what stands at {OUTPUT_FILE} is no file', 'let the command write its answer to a plain file');
    if (found.size > bounds.mostBytes) throw meter.refusal();
    return await readText(createReadStream(file), meter);
  } catch (error) {
    if (error instanceof ReplyTooLarge) throw refused(error.message, LARGER_HINT);
    if (!isMissing(error)) throw error;
    throw refused('the command ended well but did not write {OUTPUT_FILE}', 'let the command write its answer to the path that stands for {OUTPUT_FILE}');
  }
}
