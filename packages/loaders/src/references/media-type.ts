import { extname } from 'node:path';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.pdf': 'application/pdf',
};

/** The media type of a file that is attached as it is; undefined for text, which is read. */
export function attachmentType(file: string): string | undefined {
  return MEDIA_TYPES[extname(file).toLowerCase()];
}
