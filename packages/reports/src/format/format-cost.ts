import { groupThousands } from './group-thousands.js';

/** The least that is shown as a figure, in US dollars. */
const SMALLEST = 0.0001;

/**
 * US dollars: four decimals below one dollar (`$0.0123`), two from there on (`$1,234.50`);
 * amounts too small for that are `<$0.0001`. Undefined, no price known, is `–`.
 */
export function formatCost(usd: number | undefined): string {
  if (usd === undefined || !Number.isFinite(usd)) return '–';
  if (usd === 0) return '$0.00';
  if (usd > 0 && usd < SMALLEST) return '<$0.0001';
  const decimals = Math.abs(usd) < 0.99995 ? 4 : 2;
  return `${usd < 0 ? '-' : ''}$${groupThousands(Math.abs(usd), decimals)}`;
}

/**
 * A cost of which a part may have no known price: then what is known of it is the least that it can be, `≥$0.0123`. Where that is nothing
 * it says nothing, and is `unknown`: `≥$0.00` would read as if it had cost nothing. Too little to be shown is `>$0.00`.
 * @param usd what is known; undefined, and all known, is `–`
 * @param incomplete whether a part has no known price
 * @param atLeast the mark before the least that it can be
 */
export function formatKnownCost(usd: number | undefined, incomplete: boolean | undefined, atLeast = '≥'): string {
  if (incomplete !== true) return formatCost(usd);
  if (!usd) return 'unknown';
  // At least less than something would be no figure at all.
  if (usd < SMALLEST) return `${atLeast.replace('≥', '>').replace('at least', 'more than')}$0.00`;
  return `${atLeast}${formatCost(usd)}`;
}
