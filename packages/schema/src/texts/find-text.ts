/**
 * Comparisons that are certainly done at once. The engine's own search is the fastest for nearly all texts,
 * and takes the product of the lengths for some: a text of one letter, and a part with another in its middle.
 */
const CERTAINLY_FAST = 10_000_000;

/** For each length of a beginning of a part: how much of it the part begins with again at its end. */
function repeatsIn(part: string): Int32Array {
  const repeats = new Int32Array(part.length);
  let same = 0;
  for (let index = 1; index < part.length; index += 1) {
    const unit = part.charCodeAt(index);
    while (same > 0 && part.charCodeAt(same) !== unit) same = repeats[same - 1] ?? 0;
    if (part.charCodeAt(same) === unit) same += 1;
    repeats[index] = same;
  }
  return repeats;
}

/** After Knuth, Morris and Pratt: no character of the text is looked at again. */
function* placesByRepeats(text: string, part: string): Generator<number> {
  const repeats = repeatsIn(part);
  let same = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (same > 0 && part.charCodeAt(same) !== unit) same = repeats[same - 1] ?? 0;
    if (part.charCodeAt(same) === unit) same += 1;
    if (same === part.length) {
      yield index + 1 - part.length;
      same = repeats[same - 1] ?? 0;
    }
  }
}

function* placesByEngine(text: string, part: string): Generator<number> {
  for (let index = text.indexOf(part); index !== -1; index = text.indexOf(part, index + 1)) yield index;
}

function isFast(text: string, part: string): boolean {
  return part.length <= 1 || part.length > text.length || text.length * part.length <= CERTAINLY_FAST;
}

/**
 * Where a part stands in a text, in order, also where it overlaps itself. Takes about as long as both
 * are, whatever they are.
 * @param part Not empty.
 */
export function placesOf(text: string, part: string): Generator<number> {
  return isFast(text, part) ? placesByEngine(text, part) : placesByRepeats(text, part);
}

/** `text.includes(part)` that takes about as long as both are, whatever they are. */
export function holdsText(text: string, part: string): boolean {
  return isFast(text, part) ? text.includes(part) : placesByRepeats(text, part).next().done !== true;
}
