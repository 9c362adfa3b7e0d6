import type { ConformanceCheck } from '../src/testing/index.js';

/** Runs the checks and returns the names of those that fail, in order. */
export async function brokenPromises(checks: readonly ConformanceCheck[]): Promise<string[]> {
  const results = await Promise.allSettled(checks.map(async ({ run }) => run()));
  return checks.flatMap(({ name }, index) => (results[index]?.status === 'rejected' ? [name] : []));
}
