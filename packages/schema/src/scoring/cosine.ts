/**
 * The cosine of the angle between two vectors, in [-1, 1]; null when one of them has no direction, or
 * their lengths differ.
 */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  if (a.length !== b.length) return null;
  let [product, squareA, squareB] = [0, 0, 0];
  for (let index = 0; index < a.length; index += 1) {
    const [x, y] = [a[index] ?? 0, b[index] ?? 0];
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  const length = Math.sqrt(squareA) * Math.sqrt(squareB);
  if (!Number.isFinite(length) || length === 0) return null;
  // Rounding may lead a little beyond the range. `+ 0` makes 0 of -0, which a stored row would lose.
  return Math.max(-1, Math.min(1, product / length)) + 0;
}
