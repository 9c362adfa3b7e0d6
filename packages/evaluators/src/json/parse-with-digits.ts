import { losesDigits, parseJson } from '@assay/schema';

/** What begins or ends a text, what is escaped in one, or a number. A text as a whole would be one match too long for the stack. */
const TOKEN = /\\.|"|-?\d[\d.eE+-]*/gu;
const WHOLE = /^-?\d+$/u;

/** Numbers of fewer digits keep all of them: a look at the text, which costs little. */
const LONG = /\d{16}/u;

/**
 * Parses JSON whose whole numbers that would lose digits (beyond 2^53) become texts with all of them, as those that cases expect do:
 * two order numbers that differ in their last digit would be the same number.
 * @throws What {@link parseJson} throws.
 */
export function parseWithDigits(text: string): unknown {
  const value = parseJson(text);
  if (!LONG.test(text)) return value;
  let isInText = false;
  const kept = text.replaceAll(TOKEN, (token) => {
    if (token === '"') isInText = !isInText;
    if (isInText || !WHOLE.test(token)) return token;
    const number = Number(token);
    return losesDigits(number) && token !== String(number) ? `"${token}"` : token;
  });
  return kept === text ? value : JSON.parse(kept);
}
