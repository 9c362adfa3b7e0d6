import { refuse, requireCount } from '../checks/require-number.js';

/** Numbers by chance that are the same for the same seed, on every machine. */
export interface Random {
  /** A number in [0, 1) with 53 random bits. */
  unit(): number;
  /** A whole number of 32 random bits, from 0 to 4,294,967,295. */
  bits(): number;
  /** A whole number from 0 to `count` − 1, each as likely. @param count a whole number from 1 to 2^32 @throws {RangeError} for another count */
  below(count: number): number;
  /** A number > 0 of the exponential law with mean 1. */
  exponential(): number;
}

/** splitmix32: spreads a seed over the state, so that neighbouring seeds have nothing in common. */
function spread(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e37_79b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0_aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a_2d97);
    return mixed ^ (mixed >>> 15);
  };
}

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

/**
 * The generator xoshiro128** of Blackman and Vigna (2018), the form of xoshiro256** for words of 32 bits, in which JavaScript is
 * fast. Its period is 2^128 − 1. Not for secrets.
 * @param seed a whole number from 0 to 2^53 − 1
 * @throws {RangeError} for other arguments
 */
export function createRandom(seed: number): Random {
  requireCount('seed', seed, 0);
  const low = spread(seed % 2 ** 32);
  const high = spread(Math.floor(seed / 2 ** 32));
  let [a, b, c, d] = [low(), low() ^ high(), low(), low() | 1];
  const bits = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  const unit = (): number => ((bits() >>> 5) * 2 ** 26 + (bits() >>> 6)) / 2 ** 53;
  const below = (count: number): number => {
    // Lemire's way without the bias: what would make some numbers likelier is drawn again.
    if (!(Number.isInteger(count) && count >= 1 && count <= 2 ** 32)) refuse('count', count, 'a whole number from 1 to 2^32');
    const refused = 2 ** 32 % count;
    for (;;) {
      const drawn = bits();
      if (drawn >= refused) return drawn % count;
    }
  };
  return { unit, bits, below, exponential: () => -Math.log(1 - unit()) || Number.MIN_VALUE };
}
