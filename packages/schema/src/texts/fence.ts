import { canonicalHash } from '../keys/canonical-hash.js';

const CODE_LENGTH = 12;

export interface FenceCodeOptions {
  /** Further texts that must not hold the code, but do not change it otherwise. */
  readonly absentFrom?: readonly string[];
  /** Hex digits to begin with; one is added for each code that a text happens to hold. */
  readonly length?: number;
}

/**
 * A code for the tags around untrusted texts: derived from their content, so the same texts give
 * the same prompt, and contained in none of them, so no text can close its own fence.
 */
export function fenceCode(
  texts: readonly string[],
  { absentFrom = [], length = CODE_LENGTH }: FenceCodeOptions = {},
): string {
  const searched = [...texts, ...absentFrom].map((text) => text.toLowerCase());
  for (let tries = 0; ; tries += 1) {
    const code = canonicalHash([...texts, tries]).slice(0, length + tries);
    if (!searched.some((text) => text.includes(code))) return code;
  }
}

/** A text between tags that carry the code. */
export function fence(name: string, code: string, text: string): string {
  return `<${name}-${code}>\n${text}\n</${name}-${code}>`;
}
