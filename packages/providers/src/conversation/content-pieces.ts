import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { messageText, type ContentPart, type FilePart, type Message } from '@assay/schema';
import { apiError, type CallContext } from '../http/errors/api-error.js';

export interface TextPiece {
  readonly type: 'text';
  readonly text: string;
}

export interface AttachmentPiece {
  readonly type: 'attachment';
  readonly mediaType: string;
  readonly name: string;
  readonly base64: string;
}

/** True for a part that is no text. */
export function isAttachment(part: { readonly type: string }): part is FilePart {
  const file = part as FilePart;
  return part.type === 'file' && file.text === undefined && file.path !== undefined;
}

/** True if a message holds something that is not text. */
export function hasAttachment(content: Message['content']): content is readonly ContentPart[] {
  return Array.isArray(content) && content.some(isAttachment);
}

async function readAttachment(part: FilePart, accepts: RegExp, context: CallContext): Promise<AttachmentPiece> {
  const mediaType = part.mediaType ?? 'unknown';
  if (!accepts.test(mediaType) || part.path === undefined) {
    throw apiError(`cannot send the file ${part.value} (${mediaType})`, context, {
      kind: 'bad_request',
      hint: 'images and PDF files can be attached; anything else must be text',
    });
  }
  try {
    const base64 = await readFile(part.path, 'base64');
    return { type: 'attachment', mediaType, name: basename(part.path), base64 };
  } catch (error) {
    throw apiError(`cannot read the file ${part.value}: ${(error as Error).message}`, context, {
      kind: 'bad_request',
      hint: `check that ${part.path} exists`,
    });
  }
}

/**
 * The content of a message in pieces that an API can be sent. Text parts and text files are
 * joined; attachments are read from disk.
 * @param accepts Media types that the API takes.
 * @throws ProviderError (bad_request) for a file that cannot be sent.
 */
export async function contentPieces(
  content: readonly ContentPart[],
  accepts: RegExp,
  context: CallContext,
): Promise<readonly (TextPiece | AttachmentPiece)[]> {
  const pieces: (TextPiece | AttachmentPiece)[] = [];
  for (const part of content) {
    if (isAttachment(part)) {
      pieces.push(await readAttachment(part, accepts, context));
      continue;
    }
    const text = messageText([part]);
    if (text !== '') pieces.push({ type: 'text', text });
  }
  return pieces;
}
