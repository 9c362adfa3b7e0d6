interface Awaited {
  readonly what: string;
}

const awaited = new Set<Awaited>();

/** Does something of which others may have written a part, and knows until it is done that it is waited for. @param what names it. */
export async function awaiting<T>(what: string, act: () => T | Promise<T>): Promise<T> {
  const one = { what };
  awaited.add(one);
  try {
    return await act();
  } finally {
    awaited.delete(one);
  }
}

/** What is waited for, by name. */
export function stillAwaited(): readonly string[] {
  return [...awaited].map(({ what }) => what);
}
