/**
 * A figure as people read it beside the limit that it is held against: with so many decimals, unless that would hide on which side of the
 * limit it is. `took 5 ms, at most 5 ms` would be no reason for a miss.
 */
export function shownBeside(value: number, limit: number, decimals: number): string {
  const rounded = value.toFixed(decimals);
  const isSame = Math.sign(Number(rounded) - limit) === Math.sign(value - limit) || Number(rounded) === value;
  return isSame ? rounded : String(value);
}
