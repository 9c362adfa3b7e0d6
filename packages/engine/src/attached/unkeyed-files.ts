import { fileParts, type FilePart, type Message } from '@assay/schema';
import { attachedDigests } from './attached-digests.js';

/** The files whose content no key knows: pictures and the like. Texts are a part of the messages. */
const unkeyed = (messages: readonly Message[]): readonly FilePart[] => fileParts(messages).filter(({ text }) => text === undefined);

function named(parts: readonly FilePart[], digestOf: (part: FilePart) => string | undefined): string | undefined {
  const digests = parts.map((part) => [part.value, digestOf(part)] as const);
  return parts.length === 0 || digests.some(([, digest]) => digest === undefined) ? undefined : JSON.stringify(digests);
}

/** What such files of a case hold now: at once undefined where there are none. Undefined where that is not known. */
export function unkeyedFilesOf(messages: readonly Message[]): string | undefined | Promise<string | undefined> {
  const parts = unkeyed(messages);
  if (parts.length === 0) return undefined;
  return Promise.resolve(attachedDigests(messages)).then((digests) => named(parts, (part) => digests.get(part)));
}

/** What they held when the messages of a stored row were sent. */
export function storedUnkeyedFiles(messages: readonly Message[]): string | undefined {
  return named(unkeyed(messages), ({ digest }) => digest);
}
