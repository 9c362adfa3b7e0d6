import { groupThousands } from './group-thousands.js';

/**
 * US dollars: four decimals below one dollar (`$0.0123`), two from there on (`$1,234.50`);
 * amounts too small for that are `<$0.0001`. Undefined, no price known, is `–`.
 */
export function formatCost(usd: number | undefined): string {
  if (usd === undefined || !Number.isFinite(usd)) return '–';
  if (usd === 0) return '$0.00';
  if (usd > 0 && usd < 0.0001) return '<$0.0001';
  const decimals = Math.abs(usd) < 0.99995 ? 4 : 2;
  return `${usd < 0 ? '-' : ''}$${groupThousands(Math.abs(usd), decimals)}`;
}
