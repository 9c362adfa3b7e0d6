/**
 * Searches for one text in another that take about as long as both are, whatever they are. The engine's own take the
 * product of the lengths for some texts, hours for long ones, and no thread and no process can be ended while they go on.
 * Plain JavaScript, as who uses it.
 */

/** The first character that is free for private use. */
const PRIVATE_USE = 0xe000;

/** For each length of a beginning of a part: how much of it the part begins with again at its end. @param {string} part */
function repeatsIn(part) {
  const repeats = new Int32Array(part.length);
  for (let index = 1, same = 0; index < part.length; index += 1) {
    const unit = part.charCodeAt(index);
    while (same > 0 && part.charCodeAt(same) !== unit) same = repeats[same - 1] ?? 0;
    if (part.charCodeAt(same) === unit) same += 1;
    repeats[index] = same;
  }
  return repeats;
}

/**
 * Where a part stands in a text, also where it overlaps itself: after Knuth, Morris and Pratt.
 *
 * @param {string} text
 * @param {string} part not empty
 * @returns {Generator<number, void>}
 */
function* placesOf(text, part) {
  const repeats = repeatsIn(part);
  for (let index = 0, same = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (same > 0 && part.charCodeAt(same) !== unit) same = repeats[same - 1] ?? 0;
    if (part.charCodeAt(same) === unit) same += 1;
    if (same < part.length) continue;
    yield index + 1 - part.length;
    same = repeats[same - 1] ?? 0;
  }
}

/** @param {string} text @param {string} part not empty @returns {boolean} */
export function holds(text, part) {
  return placesOf(text, part).next().done !== true;
}

/**
 * The places that a filter means.
 *
 * @param {string} text
 * @param {string} part
 * @param {'first' | 'last' | 'all'} which
 * @returns {number[]}
 */
function meant(text, part, which) {
  /** @type {number[]} */
  const places = [];
  for (const place of placesOf(text, part)) {
    const before = places.at(-1);
    if (which === 'last') places[0] = place;
    else if (before === undefined || place >= before + part.length) places.push(place);
    if (which === 'first') break;
  }
  return places;
}

/** A character that none of the texts has. @param {readonly string[]} texts @returns {string} */
function freeCharacter(texts) {
  let code = PRIVATE_USE;
  while (texts.some((text) => text.includes(String.fromCharCode(code)))) code += 1;
  return String.fromCharCode(code);
}

/**
 * The same question with one character in place of the part: what the engine finds at once.
 *
 * @param {string} text
 * @param {string} part not empty
 * @param {'first' | 'last' | 'all'} which of the places are meant
 * @returns {{ text: string, part: string }} the character stands where the part was meant, and nowhere else.
 */
export function shortened(text, part, which) {
  const character = freeCharacter([text, part]);
  const pieces = [];
  let end = 0;
  for (const place of meant(text, part, which)) {
    pieces.push(text.slice(end, place), character);
    end = place + part.length;
  }
  return { text: pieces.join('') + text.slice(end), part: character };
}
