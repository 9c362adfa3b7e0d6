import { requireWithin } from '../checks/require-number.js';

/** Numerator and denominator of a rational function, lowest power first. */
type Rational = readonly [readonly number[], readonly number[]];

const MIDDLE: Rational = [
  [
    3.3871328727963665,
    133.14166789178438,
    1971.5909503065513,
    13731.69376550946,
    45921.95393154987,
    67265.7709270087,
    33430.57558358813,
    2509.0809287301227,
  ],
  [
    1,
    42.31333070160091,
    687.1870074920579,
    5394.196021424751,
    21213.794301586597,
    39307.89580009271,
    28729.085735721943,
    5226.495278852546,
  ],
];
const TAIL: Rational = [
  [
    1.4234371107496835,
    4.630337846156546,
    5.769497221460691,
    3.6478483247632045,
    1.2704582524523684,
    0.2417807251774506,
    0.022723844989269184,
    0.0007745450142783414,
  ],
  [
    1,
    2.053191626637759,
    1.6763848301838038,
    0.6897673349851,
    0.14810397642748008,
    0.015198666563616457,
    0.0005475938084995345,
    1.0507500716444169e-9,
  ],
];
const FAR_TAIL: Rational = [
  [
    6.657904643501103,
    5.463784911164114,
    1.7848265399172913,
    0.29656057182850487,
    0.026532189526576124,
    0.0012426609473880784,
    0.000027115555687434876,
    2.0103343992922881e-7,
  ],
  [
    1,
    0.599832206555888,
    0.1369298809227358,
    0.014875361290850615,
    0.0007868691311456133,
    0.000018463183175100548,
    1.421511758316446e-7,
    2.0442631033899397e-15,
  ],
];

function evaluate([above, below]: Rational, r: number): number {
  const horner = (terms: readonly number[]): number => terms.reduceRight((sum, term) => sum * r + term, 0);
  return horner(above) / horner(below);
}

/**
 * The quantile of the standard normal law, by Wichura's algorithm AS 241 (PPND16, Applied Statistics 37, 1988).
 * @param p a probability; 0 gives -Infinity and 1 Infinity
 * @throws {RangeError} for other arguments
 */
export function normalQuantile(p: number): number {
  requireWithin('p', p, 0, 1);
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * evaluate(MIDDLE, 0.180625 - q * q);
  const tail = Math.min(p, 1 - p);
  if (tail === 0) return q < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const r = Math.sqrt(-Math.log(tail));
  const size = r <= 5 ? evaluate(TAIL, r - 1.6) : evaluate(FAR_TAIL, r - 5);
  return q < 0 ? -size : size;
}
