/** Closing marks of each opening mark. Some marks open in one language and close in another. */
const CLOSERS: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '‟': '”',
  '‘': '’',
  '‚': '‘’',
  '«': '»',
  '»': '«»',
  '‹': '›',
  '›': '‹›',
  '「': '」',
  '『': '』',
  '《': '》',
  '”': '”',
  '"': '"',
  '＂': '＂',
  "'": "'",
  '`': '`',
};

/** Marks that are also something else (inches, apostrophes) and open only at the beginning of a word. */
const PLAIN = new Set(['"', "'", '”', '＂']);

/** Fences of code blocks, which are looked at elsewhere. */
const CODE_FENCE = /`{3,}|~{3,}/gu;

/** True where a mark may open a quotation: before a word, and not as in `'90s`. */
function beginsWord(text: string, index: number): boolean {
  if (text[index] === "'" && /\d/u.test(text[index + 1] ?? '')) return false;
  return !/[\p{L}\p{N}.!?)\]}%]/u.test(text[index - 1] ?? ' ') && !/\s/u.test(text[index + 1] ?? ' ');
}

function endsWord(text: string, index: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text[index + 1] ?? ' ');
}

/** The marks that a text opens and does not close, the outermost first. */
export function openMarks(written: string): readonly string[] {
  const text = written.replaceAll(CODE_FENCE, ' ');
  const open: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (CLOSERS[character] === undefined && !/[”’」』》]/u.test(character)) continue;
    const closes = CLOSERS[open.at(-1) ?? '']?.includes(character) ?? false;
    if (closes && (character !== "'" || endsWord(text, index))) open.pop();
    else if (CLOSERS[character] !== undefined && !(PLAIN.has(character) && !beginsWord(text, index))) open.push(character);
  }
  return open;
}

/** True for a character that begins or ends a quotation. */
export function isMark(character: string | undefined): boolean {
  return character !== undefined && (CLOSERS[character] !== undefined || /[”’」』》]/u.test(character));
}

/** True if the marks of a line do not come in pairs: a quotation began on an earlier line and ends on it. */
export function closesUnopened(line: string): boolean {
  const marks = [...line].filter((character) => isMark(character) && character !== "'" && character !== '’');
  return marks.length % 2 === 1;
}
