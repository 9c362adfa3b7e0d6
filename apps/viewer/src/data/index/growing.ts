type Numbers = Float32Array | Float64Array | Int32Array | Int8Array | Uint8Array | Uint16Array;

/** Room for at least `length` numbers, with those that are there: the same array where it is large enough, else one of twice its size. */
export function withRoom<T extends Numbers>(array: T, length: number): T {
  if (length <= array.length) return array;
  const kind = array.constructor as new (length: number) => T;
  const larger = new kind(Math.max(length, array.length * 2, 1024));
  larger.set(array);
  return larger;
}
