import { isJsonObject, type JsonValue, type Vector } from '@assay/schema';
import type { EmbeddedTexts } from '../../similarity/embedded-texts.js';

const ENCODING = 'base64';

/** The bytes of numbers of four bytes each: a third of what they take as JSON. */
function encoded(vector: Vector): string {
  const { buffer, byteOffset, byteLength } = Float32Array.from(vector);
  return Buffer.from(buffer, byteOffset, byteLength).toString(ENCODING);
}

function decoded(text: string): Vector {
  const bytes = Uint8Array.from(Buffer.from(text, ENCODING));
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT));
}

/** Vectors, and what they took, as a line of the replies has them. */
export function storedVectors({ vectors, ...spent }: EmbeddedTexts): JsonValue {
  return { vectors: vectors.map(encoded), spent: spent as unknown as JsonValue };
}

/** Undefined for what is no such thing. */
export function vectorsOf(stored: JsonValue): EmbeddedTexts | undefined {
  if (!isJsonObject(stored)) return undefined;
  const { vectors, spent } = stored;
  if (!Array.isArray(vectors) || !vectors.every((one) => typeof one === 'string') || !isJsonObject(spent)) return undefined;
  return { vectors: vectors.map(decoded), ...(spent as unknown as Omit<EmbeddedTexts, 'vectors'>) };
}
