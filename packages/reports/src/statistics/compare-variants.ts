import { compareNatural } from './natural-order.js';

/** `temp:0.5` in its parts; no number for anything else. */
function parse(part: string): { readonly name: string; readonly value: number } {
  const colon = part.indexOf(':');
  return { name: part.slice(0, Math.max(0, colon)), value: colon === -1 ? Number.NaN : Number(part.slice(colon + 1)) };
}

function compareParts(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  const difference = first.value - second.value;
  return first.name === second.name && Number.isFinite(difference) && difference !== 0 ? difference : compareNatural(a, b);
}

/** Orders labels of variants by their numbers: `temp:0.25` before `temp:0.5`, then `sys:1` before `sys:2`. */
export function compareVariants(a: string, b: string): number {
  const [first, second] = [a.split(' '), b.split(' ')];
  for (let index = 0; index < Math.max(first.length, second.length); index += 1) {
    const order = compareParts(first[index] ?? '', second[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}
