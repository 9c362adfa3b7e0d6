import {
  checkKeys,
  type ContentPart,
  describeKind,
  describeValue,
  type FilePart,
  isJsonObject,
  type JsonValue,
  type MessageContent,
  type NormalizeContext,
  reportError,
  type ValuePath,
} from '@assay/schema';
import { keptDigits } from '../fields/kept-digits.js';
import { fieldName } from './field-name.js';

const TEXT_KEYS: ReadonlySet<string> = new Set(['type', 'value', 'text']);
const FILE_KEYS: ReadonlySet<string> = new Set(['type', 'value', 'path', 'text', 'media_type', 'guideline']);

type RawPart = Readonly<Record<string, JsonValue | undefined>>;

function readTextPart(context: NormalizeContext, raw: RawPart, path: ValuePath): ContentPart | undefined {
  checkKeys(context, raw, path, TEXT_KEYS);
  const key = raw['value'] === undefined && raw['text'] !== undefined ? 'text' : 'value';
  const value = raw[key];
  if (typeof value === 'string') return { type: 'text', value };
  reportError(
    context,
    value === undefined ? path : [...path, key],
    `${fieldName(path)}.${key} must be a string, not ${describeKind(value)}`,
    { hint: 'write the text under value' },
  );
  return undefined;
}

/** What a normalized file part says about itself is kept, so that printed cases can be read again. */
function readFilePart(context: NormalizeContext, raw: RawPart, path: ValuePath): ContentPart | undefined {
  checkKeys(context, raw, path, FILE_KEYS);
  const { value, text, path: resolved, media_type: mediaType, guideline } = raw;
  if (typeof value !== 'string' || value.trim() === '') {
    reportError(
      context,
      value === undefined ? path : [...path, 'value'],
      `${fieldName(path)}.value must be the path of a file, not ${describeValue(value)}`,
      { hint: 'write the path, relative to the file that you are writing, under value' },
    );
    return undefined;
  }
  const part: FilePart = {
    type: 'file',
    value,
    ...(typeof resolved === 'string' ? { path: resolved } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof mediaType === 'string' ? { mediaType } : {}),
    ...(typeof guideline === 'boolean' ? { guideline } : {}),
  };
  context.onFile?.(part, [...path, 'value']);
  return part;
}

function readPart(context: NormalizeContext, raw: unknown, path: ValuePath): ContentPart | undefined {
  if (typeof raw === 'string') return { type: 'text', value: raw };
  if (!isJsonObject(raw)) {
    reportError(context, path, `${fieldName(path)} must be a mapping with type and value, not ${describeKind(raw)}`, {
      hint: 'write - type: text (or file) and value: …',
    });
    return undefined;
  }
  if (raw['type'] === 'text') return readTextPart(context, raw, path);
  if (raw['type'] === 'file' || raw['type'] === 'image') return readFilePart(context, raw, path);
  const type = raw['type'];
  reportError(
    context,
    type === undefined ? path : [...path, 'type'],
    type === undefined
      ? `${fieldName(path)} has no type; allowed: text, file, image`
      : `${fieldName(path)}.type must be text, file or image, not ${typeof type === 'string' ? JSON.stringify(type) : describeKind(type)}`,
    { hint: 'images and PDF files are attached with type: file' },
  );
  return undefined;
}

/** The content of a message: text, a list of parts, or a structured value. Reports anything else. */
export function readContent(context: NormalizeContext, raw: unknown, path: ValuePath): MessageContent | undefined {
  if (typeof raw === 'string') return raw;
  if (Array.isArray(raw)) return raw.flatMap((part, index) => readPart(context, part, [...path, index]) ?? []);
  if (isJsonObject(raw)) return keptDigits(raw, path, context.writtenAt);
  reportError(context, path, `${fieldName(path)} must be a string, a list of parts or a mapping, not ${describeKind(raw)}`, {
    hint: typeof raw === 'number' || typeof raw === 'boolean' ? `put it in quotes: "${context.writtenAt?.(path) ?? String(raw)}"` : 'write the text of the message',
  });
  return undefined;
}
