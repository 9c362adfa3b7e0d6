/** A text as it reads once an encoding is undone, and where each of its letters stands in the original. */
export interface TextView {
  readonly text: string;
  /** Where the letter at an index begins in the original. */
  readonly startOf: (index: number) => number;
  /** Where it ends there. */
  readonly endOf: (index: number) => number;
}

/** How often an encoding is undone: a request in a log in the input of a script. */
const LEVELS = 6;

/** What stands for one letter in JSON and programs, in URLs, and in HTML. */
const ESCAPES = new RegExp(
  [
    String.raw`\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2}|["'\x60/\\bfnrt])`,
    String.raw`%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})`,
    String.raw`&(?:#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);`,
  ].join('|'),
  'giu',
);
/** Such a thing that ends with the text, before it is whole. */
const INCOMPLETE = new RegExp(
  [
    String.raw`(?<=(?<!\\)(?:\\\\)*)\\(?:u[\da-f]{0,3}|u\{[\da-f]{0,6}|x[\da-f]?)?`,
    String.raw`%(?:[\da-f]|[cd][\da-f]%?|[cd][\da-f]%[89ab]|e[\da-f](?:%[89ab][\da-f])?(?:%[89ab]?)?|f[0-7](?:%[89ab][\da-f]){0,2}(?:%[89ab]?)?)?`,
    String.raw`&(?:#x?[\da-f]{0,7}|[a-z]{0,4})`,
  ].map((part) => `(?:${part})$`).join('|'),
  'iu',
);
const LOOKED_AT = 64;

const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function fromCode(code: number, whole: string): string {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
}

/** The letter that an escape stands for. */
function letterOf(escape: string): string {
  if (escape.startsWith('%')) {
    try {
      return decodeURIComponent(escape);
    } catch {
      return escape;
    }
  }
  const [hex] = /[\da-f]+(?=[;}]?$)/iu.exec(escape) ?? [];
  if (escape.startsWith('&')) {
    if (escape[1] !== '#') return LETTERS[escape.slice(1, -1).toLowerCase()] ?? escape;
    return fromCode(/^&#x/iu.test(escape) ? Number.parseInt(hex ?? '', 16) : Number(escape.slice(2, -1)), escape);
  }
  if (escape.length > 2) return fromCode(Number.parseInt(hex ?? '', 16), escape);
  const letter = escape[1] ?? '';
  return LETTERS[letter] ?? letter;
}

/** Breaks of lines with the indentation that follows, and codes that color a terminal: what stands inside of a word that was wrapped. */
const WRAPS = /\r?\n[ \t]*|\p{Cc}\[[\d;]{0,20}[A-Za-z]/gu;

function hasEscapes(text: string): boolean {
  return text.includes('\\') || text.includes('%') || text.includes('&');
}

function hasWraps(text: string): boolean {
  return text.includes('\n') || text.includes('\u001B');
}

/** True for a text that reads in one way alone, as nearly all do. */
export function readsOneWay(text: string): boolean {
  return !hasEscapes(text) && !hasWraps(text);
}

/** How a text may read: as it is, with its escapes undone once and more often, and without breaks of lines. */
export function* readings(text: string): Generator<string> {
  yield text;
  let read = text;
  for (let level = 0; level < LEVELS && hasEscapes(read); level++) {
    const next = read.replaceAll(ESCAPES, letterOf);
    if (next === read) break;
    yield (read = next);
  }
  if (hasWraps(read)) yield read.replaceAll(WRAPS, '');
}

/** A view of a view: `stand` gives what stands for a match, shorter than it. */
function replaced(view: TextView, pattern: RegExp, stand: (match: string) => string): TextView {
  const { text } = view;
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let read = '';
  let from = 0;
  const keep = (to: number): void => {
    for (let at = from; at < to; at++) {
      starts[read.length + at - from] = view.startOf(at);
      ends[read.length + at - from] = view.endOf(at);
    }
    read += text.slice(from, to);
  };
  for (const { 0: match, index } of text.matchAll(pattern)) {
    keep(index);
    from = index + match.length;
    const letter = stand(match);
    starts.fill(view.startOf(index), read.length, read.length + letter.length);
    ends.fill(view.endOf(from - 1), read.length, read.length + letter.length);
    read += letter;
  }
  keep(text.length);
  return { text: read, startOf: (index) => starts[index] as number, endOf: (index) => ends[index] as number };
}

/** A text as it is. */
function plainView(text: string): TextView {
  return { text, startOf: (index) => index, endOf: (index) => index + 1 };
}

/** With escapes undone once; undefined where there are none. */
function undone(view: TextView): TextView | undefined {
  if (!hasEscapes(view.text)) return undefined;
  const next = replaced(view, ESCAPES, letterOf);
  return next.text === view.text ? undefined : next;
}

/** The same as {@link readings}, with the places of their letters. */
export function* viewsOf(text: string): Generator<TextView> {
  let view = plainView(text);
  yield view;
  for (let level = 0; level < LEVELS; level++) {
    const next = undone(view);
    if (!next) break;
    yield (view = next);
  }
  if (hasWraps(view.text)) yield replaced(view, WRAPS, () => '');
}

/** A text that goes on: what has been said for sure, at every level, and whether an escape is open behind it. */
export function* openViewsOf(text: string): Generator<TextView & { readonly incomplete: number }> {
  let view: TextView | undefined = plainView(text);
  for (let level = 0; view && level <= LEVELS; level++) {
    const incomplete = INCOMPLETE.exec(view.text.slice(-LOOKED_AT))?.[0].length ?? 0;
    yield { ...view, incomplete };
    view = undone(incomplete === 0 ? view : { ...view, text: view.text.slice(0, -incomplete) });
  }
}
