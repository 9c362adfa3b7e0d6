const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The offset of the quotation mark that ends a string; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === BACKSLASH) offset += 1;
    else if (code === QUOTE) return offset;
  }
  return text.length;
}

/**
 * Whether JSON is nested deeper than so many levels. Looks at the text, before anything is made of it: a few
 * megabytes of brackets would become a hundred times as much, and walking them would need a stack as deep.
 */
export function isTextDeeper(text: string, most: number): boolean {
  // Each level takes a character to open and one to close.
  if (text.length <= 2 * most) return false;
  let depth = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) offset = endOfString(text, offset);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
