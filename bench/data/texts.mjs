/** What checks look for: it stands near the end of every text. */
export const NEEDLE = 'fiduciary duty';
export const SECOND_NEEDLE = 'prudent person';

const WORDS = 'the adviser must act with care and loyalty towards clients who trust that advice is given in their interest'.split(' ');

/** Texts of a number of words (340 are about 2,000 characters), each of them different, and new to the string caches of the engine. */
export function makeTexts(count, seed, length = 340) {
  return Array.from({ length: count }, (_, number) => {
    const words = Array.from({ length }, (_, index) => WORDS[(index * 7 + number * 3 + seed) % WORDS.length]);
    // Joined through a buffer, so that the text is flat and not a tree of parts.
    return Buffer.from(`Answer ${seed}/${number}: ${words.join(' ')} ${SECOND_NEEDLE}, ${NEEDLE}.`, 'latin1').toString('latin1');
  });
}
