import { readings } from './text-views.js';

/** Base64 with the letters of URLs, and both without padding. */
function alphabets(base64: string): readonly string[] {
  const bare = base64.replace(/=+$/u, '');
  const forUrls = bare.replaceAll('+', '-').replaceAll('/', '_');
  return [base64, bare, forUrls];
}

/**
 * A secret inside of a longer text that is encoded as a whole, as `user:password` or a copy of a
 * request, begins at one of three places of a group: the letters that depend on it alone.
 */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8');
  const inside = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return alphabets(encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)));
  });
  return [...alphabets(bytes.toString('base64')), ...inside];
}

/** Longer ones, such as private keys, nobody prints byte by byte; their lines are known by themselves. */
const LONGEST_IN_BYTES = 200;

/** Hexadecimal digits, and bytes as Node prints them: `<Buffer 73 6b>`, `{"type":"Buffer","data":[115,107]}`. */
function byteForms(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex');
  const whole = [hex, hex.toUpperCase()];
  return bytes.length > LONGEST_IN_BYTES ? whole : [...whole, hex.replaceAll(/..(?=.)/gu, '$& '), bytes.join(',')];
}

/** What a value that is encoded itself says: keys are handed around in base64. */
function decodedForms(text: string): readonly string[] {
  const base64 = /^[\w+/-]{12,}={0,2}$/u.test(text) ? Buffer.from(text, 'base64') : undefined;
  const isWhole = base64 !== undefined && alphabets(base64.toString('base64')).some((form) => form === text);
  const hex = /^(?:[\da-f]{2}){8,}$/iu.test(text) ? Buffer.from(text, 'hex') : undefined;
  // Bytes at random are hardly ever letters.
  return [isWhole ? base64 : undefined, hex].flatMap((bytes) => bytes?.toString('latin1') ?? []).filter((said) => /^[ -~]+$/u.test(said));
}

/** As headers and host names may be written. A word without digits stands in too many innocent texts. */
function caseForms(text: string): readonly string[] {
  return /\d/u.test(text) ? [text.toLowerCase(), text.toUpperCase()] : [];
}

/**
 * Escapes are undone in the texts that are searched. What looks like one in the secret itself is undone
 * with them, and a blank in a form is a sign that stands for itself elsewhere.
 */
function readForms(text: string): readonly string[] {
  return [...readings(text), text.replaceAll(' ', '+')];
}

/** The signs that JSON, URLs and HTML would escape, where the secret has something that looks like an escape. */
function escapedForms(text: string): readonly string[] {
  if (!/[\\%&]/u.test(text)) return [];
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return [JSON.stringify(text).slice(1, -1), encodeURIComponent(text), encodeURI(text), html];
}

/** Lines of a secret that has several, such as a private key: messages often show some of them only. */
function lineForms(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u).map((line) => line.trim());
  if (lines.length === 1) return [];
  return [lines.join(' '), lines.join('\n'), ...lines.filter((line) => line.length >= 16 && !line.startsWith('-----'))];
}

const SHORTEST_FORM = 8;

/** A secret as it is, and as others may write it. Each has 8 characters or more. */
export function secretForms(secret: string): ReadonlySet<string> {
  // Half of a character has no form in UTF-8.
  const whole = Buffer.from(secret, 'utf8').toString('utf8');
  const texts = [whole, ...lineForms(whole)];
  const all = texts.flatMap((text) => [
    text, ...readForms(text), ...escapedForms(text), ...caseForms(text), ...base64Forms(text), ...byteForms(text), ...decodedForms(text),
  ]);
  return new Set(all.filter((form) => form.length >= SHORTEST_FORM));
}
