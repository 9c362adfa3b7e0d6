import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileParts, isPartList, type ContentPart, type FilePart, type Message, type ProviderResponse } from '@assay/schema';

/** Files of one reply that are looked at. */
const MOST_FILES = 50;

/** The digest of a file; undefined for what is none, or cannot be read: whoever wants to read it says so. */
async function digestOf(file: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    if (!(await stat(file)).isFile()) return undefined;
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash, { signal });
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

async function withPlace(part: FilePart, folder: string, signal: AbortSignal): Promise<FilePart> {
  const { digest: _told, ...file } = part;
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(part.value)) return file;
  const place = path.resolve(folder, part.value);
  const digest = await digestOf(place, signal);
  return { ...file, path: place, ...(digest === undefined ? {} : { digest }) };
}

async function partsWithPlaces(parts: readonly ContentPart[], folder: string, signal: AbortSignal): Promise<readonly ContentPart[]> {
  return Promise.all(parts.map((part) => (part.type === 'file' ? withPlace(part, folder, signal) : part)));
}

/**
 * A reply with what its files are known by: where they stand, and their digests as they are now. Another trial may write a file of
 * the same name before this one is scored.
 * @param folder that the command has worked in, absolute.
 */
export async function withFilePlaces(reply: ProviderResponse, folder: string, signal: AbortSignal): Promise<ProviderResponse> {
  const files = fileParts(reply.messages).length;
  if (files === 0 || files > MOST_FILES) return reply;
  const messages = await Promise.all(
    reply.messages.map(async (message): Promise<Message> => {
      const { content } = message;
      if (!content || typeof content === 'string' || !isPartList(content)) return message;
      return { ...message, content: await partsWithPlaces(content, folder, signal) };
    }),
  );
  return { ...reply, messages };
}
