import { isPlain } from './deep-freeze.js';

/**
 * A copy of plain data that nobody can change, while whoever made the data may go on writing into it. What is made of a class is not
 * copied, and stays as it is. What stands in several places is copied once, so that circles end; not by recursion, as with `deepFreeze`.
 * @param stays parts that are taken over as they are. Default: none.
 */
export function frozenCopy<T>(value: T, stays: (part: object) => boolean = () => false): T {
  const copies = new Map<object, object>();
  const left: object[] = [];
  const copyOf = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null || !isPlain(part) || stays(part)) return part;
    const known = copies.get(part);
    if (known) return known;
    const copy: object = Array.isArray(part) ? (part as unknown[]).slice() : { ...part };
    copies.set(part, copy);
    left.push(copy);
    return copy;
  };
  const copied = copyOf(value) as T;
  for (let next = left.pop(); next; next = left.pop()) {
    for (const [key, part] of Object.entries(next) as [string, unknown][]) {
      // Not by assignment, for which `__proto__` is no name.
      if (typeof part === 'object' && part !== null) Object.defineProperty(next, key, { value: copyOf(part) });
    }
    Object.freeze(next);
  }
  return copied;
}
