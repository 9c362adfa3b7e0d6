import { visibleText } from '../diagnostics/visible-text.js';

/** Longer texts are left to the platform, which looks at many letters at once. */
const SHORT = 64;

/** A text as JSON writes it. Most texts of rows and keys are short and plain: these are put in quotation marks in half of the time. */
export function quoted(text: string): string {
  if (text.length > SHORT) return JSON.stringify(text);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Control characters, quotation marks, backslashes, and halves of letters that stand alone.
    if (code < 0x20 || code === 0x22 || code === 0x5c || code >= 0xd800) return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** The same with everything that is there to be seen, as {@link visibleText} has it. */
export function visiblyQuoted(text: string): string {
  if (text.length > SHORT) return visibleText(JSON.stringify(text));
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Beyond ASCII are some that are not seen.
    if (code < 0x20 || code === 0x22 || code === 0x5c || code >= 0x7f) return visibleText(JSON.stringify(text));
  }
  return `"${text}"`;
}
