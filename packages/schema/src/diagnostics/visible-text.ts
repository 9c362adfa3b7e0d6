/** Characters that change how the text around them is shown, or what a terminal does, and all of which nothing is seen. */
const HIDDEN = String.raw`[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]`;

/** Letters of scripts in which a mark between two of them changes nothing that anybody writes: one in a name is there to hide. */
const PLAIN = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]`;
const OTHER_LETTER = String.raw`(?!${PLAIN})\p{L}`;
const ARABIC = String.raw`(?=\p{L})\p{Script=Arabic}`;
const MONGOLIAN = String.raw`(?=\p{L})\p{Script=Mongolian}`;
/** Scripts that write no spaces between words, and mark where a line may end. */
const WITHOUT_SPACES = String.raw`[\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}]`;
/** What ends a syllable in scripts of India: with a joiner after it a letter has another form, at the end of a word too. */
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]`;
const TAG = String.raw`[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]`;

/**
 * Where they are needed: emoji and the words of many languages are made with them. The command's last gate before a terminal has the same
 * patterns (`streams/hidden-marks.ts`), and a test that holds them to these.
 */
const NEEDED = [
  String.raw`[\t\n]|\r\n`,
  // Joiners: families and professions of emoji; forms of letters; Persian endings, after a word of another script or a number too.
  String.raw`(?<=${OTHER_LETTER}\p{M}*|[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)[\u200C\u200D](?=[\p{L}\p{M}\p{Extended_Pictographic}])`,
  String.raw`(?<=${VIRAMA})\u200D`,
  String.raw`(?<=(?![\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0649\u0671\u0698])${ARABIC})\u200D`,
  String.raw`(?<=[\p{L}\p{N}\p{Pe}\p{Pf}])\u200C(?=${ARABIC})`,
  String.raw`(?<=${WITHOUT_SPACES})\u200B(?=${WITHOUT_SPACES})`,
  // Variants of a sign, such as a heart in colours, and keys.
  String.raw`(?<=(?!\p{ASCII})[\p{S}\p{P}\p{Extended_Pictographic}]|${OTHER_LETTER})[\uFE00-\uFE0F]|(?<=[\d#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\p{Ideographic})[\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=${MONGOLIAN})(?:[\u180B-\u180D\u180F]|\u180E(?=${MONGOLIAN}))`,
  String.raw`(?<=\p{M})\u034F(?=\p{M})`,
  // Old Korean: syllables that lack a consonant or a vowel.
  String.raw`\u115F(?=[\u1161-\u11A7]|\u1160[\u11A8-\u11FF])|(?<=[\u1100-\u115F])\u1160(?=[\u11A8-\u11FF])`,
  // Flags of parts of a country.
  String.raw`(?<=(?=\u{1F3F4}${TAG}{3,6}\u{E007F})\u{1F3F4}${TAG}{0,6})(?:${TAG}|\u{E007F})`,
].join('|');

/** Made when it is first needed, since it takes some milliseconds, and most texts have nothing to show. */
let oneHidden: RegExp | undefined;

/** What may be one of them, recognized in a fraction of the time: most texts have none. */
const PERHAPS_HIDDEN = /[^\P{Cc}\t\n]|[\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/u;

/** One of them as JSON writes it: `\u001b`. */
function shownCode(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}

/**
 * A text of unknown origin (names out of files, what programs and models said) in which everything that is there can be
 * seen: control characters, marks of direction and marks without a width stand as `\u001b`. JSON stays the same JSON.
 */
export function visibleText(text: string): string {
  if (!PERHAPS_HIDDEN.test(text)) return text;
  oneHidden ??= new RegExp(`(?=${HIDDEN})(?!${NEEDED})[^]`, 'gu');
  return text.replaceAll(oneHidden, shownCode);
}
