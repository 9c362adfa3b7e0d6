import type { Random } from './random.js';

/** A number of the gamma law with shape ½: half the square of a normal one. */
export function halfGamma(random: Random): number {
  return random.exponential() * Math.cos(Math.PI * random.unit()) ** 2;
}
