const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const [PAD, UNKNOWN, START, END] = SPECIAL.keys();

/** @param {string} text @returns {string[]} lower-case words and punctuation marks */
export function wordsOf(text) {
  return text.toLowerCase().match(/[^\s\p{P}\p{S}]+|[\p{P}\p{S}]/gu) ?? [];
}

/**
 * Pieces for a set of texts: beginnings of words (in both languages most of the meaning stands there),
 * the endings that are left, and all single characters, so that every word can be written.
 * @param {readonly string[]} texts
 * @param {{readonly stemLength: number, readonly minCount: number}} options
 * @returns {string[]} the pieces; a piece's place is its id
 */
export function learnPieces(texts, { stemLength, minCount }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const count = (/** @type {string} */ piece) => counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const letters = new Set();
  for (const word of texts.flatMap(wordsOf)) {
    const characters = [...word];
    for (const letter of characters) letters.add(letter);
    count(characters.slice(0, stemLength).join(''));
    const ending = characters.slice(stemLength).join('');
    if (ending !== '') count(`##${ending}`);
  }
  const frequent = [...counts].filter(([, seen]) => seen >= minCount).map(([piece]) => piece);
  const single = [...letters].flatMap((letter) => [letter, `##${letter}`]);
  // Sorted by code units, which no locale changes.
  return [...SPECIAL, ...[...new Set([...frequent, ...single])].sort()];
}

/**
 * Splits texts the way a WordPiece tokenizer does: the longest piece that fits, again and again.
 * @param {readonly string[]} pieces
 * @returns {(text: string) => number[]} ids of a text's pieces, between the marks for start and end
 */
export function wordPieceTokenizer(pieces) {
  const ids = new Map(pieces.map((piece, id) => [piece, id]));

  /** @param {string} word @returns {number[]} */
  function split(word) {
    const characters = [...word];
    const found = [];
    for (let start = 0; start < characters.length; ) {
      const prefix = start === 0 ? '' : '##';
      let end = characters.length;
      while (end > start && !ids.has(prefix + characters.slice(start, end).join(''))) end--;
      if (end === start) return [UNKNOWN];
      found.push(/** @type {number} */ (ids.get(prefix + characters.slice(start, end).join(''))));
      start = end;
    }
    return found;
  }

  return (text) => [START, ...wordsOf(text).flatMap(split), END];
}

/**
 * The same tokenizer as the file that model runtimes read.
 * @param {readonly string[]} pieces
 */
export function tokenizerFile(pieces) {
  const special = (/** @type {number} */ id) => ({ id, token: SPECIAL[id] });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: false,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: special(START).token, type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: special(END).token, type_id: 0 } },
      ],
      pair: [
        { SpecialToken: { id: special(START).token, type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: special(END).token, type_id: 0 } },
        { Sequence: { id: 'B', type_id: 1 } },
        { SpecialToken: { id: special(END).token, type_id: 1 } },
      ],
      special_tokens: Object.fromEntries(
        [START, END].map((id) => [SPECIAL[id], { id: SPECIAL[id], ids: [id], tokens: [SPECIAL[id]] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: SPECIAL[UNKNOWN],
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
    },
  };
}

export const PAD_ID = PAD;
