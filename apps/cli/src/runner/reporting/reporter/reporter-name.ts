import type { Reporter } from '@assay/schema';

/** What a reporter is called. Reporters come from programs: even their name may be missing. */
export function reporterName(reporter: Reporter, otherwise = 'without a name'): string {
  try {
    const name: unknown = reporter.name;
    return typeof name === 'string' && name !== '' ? name : otherwise;
  } catch {
    return otherwise;
  }
}
