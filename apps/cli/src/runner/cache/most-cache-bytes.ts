const MEGABYTE = 2 ** 20;
const DEFAULT_MB = 512;

/** Most bytes of a cache by what options and settings say, the first that says it. */
export function mostCacheBytes(...said: readonly unknown[]): number {
  for (const one of said) {
    const most = typeof one === 'object' && one !== null && 'max_mb' in one ? one.max_mb : undefined;
    if (typeof most === 'number') return Math.floor(most * MEGABYTE);
  }
  return DEFAULT_MB * MEGABYTE;
}
