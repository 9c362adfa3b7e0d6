import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { fileParts, withFileParts, type FilePart, type Message, type ResultRow } from '@assay/schema';
import { contentDigests } from '../files/content-digests.js';

/** What the files of a case held, by its parts: SHA-256 in hex digits. What cannot be read has none. */
export type AttachedDigests = ReadonlyMap<FilePart, string>;

const NONE: AttachedDigests = new Map();

const digestOf = contentDigests();
/** The trials of a case share its parts, and their texts. */
const ofTexts = new WeakMap<FilePart, string>();

function ofText(part: FilePart, text: string): string {
  let digest = ofTexts.get(part);
  if (digest === undefined) ofTexts.set(part, (digest = hash('sha256', text, 'hex')));
  return digest;
}

async function ofFile(path: string): Promise<string | undefined> {
  try {
    const times = await stat(path);
    return times.isFile() ? await digestOf(path, times) : undefined;
  } catch {
    // The provider that sends the file reports the error.
    return undefined;
  }
}

async function read(parts: readonly FilePart[]): Promise<AttachedDigests> {
  const digests = new Map<FilePart, string>();
  for (const part of parts) {
    const { text, path } = part;
    const digest = text === undefined ? path !== undefined && (await ofFile(path)) : ofText(part, text);
    if (digest) digests.set(part, digest);
  }
  return digests;
}

/** What the files of messages hold now. At once where there are none, as nearly always. */
export function attachedDigests(messages: readonly Message[]): AttachedDigests | Promise<AttachedDigests> {
  const parts = fileParts(messages);
  return parts.length === 0 ? NONE : read(parts);
}

/** What they held when a stored reply was given. */
export function storedDigests(messages: readonly Message[], { input }: Pick<ResultRow, 'input'>): AttachedDigests {
  const parts = fileParts(messages);
  if (parts.length === 0) return NONE;
  const stored = new Map(fileParts(input).map(({ value, digest }) => [value, digest]));
  return new Map(parts.flatMap((part) => {
    const digest = stored.get(part.value);
    return digest === undefined ? [] : [[part, digest] as const];
  }));
}

/** The messages with the digests of their files. */
export function withDigests(messages: readonly Message[], digests: AttachedDigests): readonly Message[] {
  if (digests.size === 0) return messages;
  return withFileParts(messages, (part) => {
    const digest = digests.get(part);
    return digest === undefined ? part : { ...part, digest };
  });
}
