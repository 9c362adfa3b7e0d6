/** Whether the parts of a value can be told to stay: plain objects and lists. What is made of a class sees to itself. */
export function isPlain(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * Freezes plain data all the way down, so that whoever changes it throws. What is frozen already is taken to be so with all its
 * parts: parts that many values share are walked once. Not by recursion, since data may be nested deeper than calls can be.
 * @returns the value itself.
 */
export function deepFreeze<T>(value: T): T {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next) || !isPlain(next)) continue;
    Object.freeze(next);
    for (const part of Object.values(next)) left.push(part);
  }
  return value;
}
