import type { SuiteIdentity } from '@assay/schema';

/** True if another one of the suites has the same name. */
export function sharesName({ suite, suitePath }: SuiteIdentity, suites: readonly SuiteIdentity[]): boolean {
  return suites.some((other) => other.suite === suite && other.suitePath !== suitePath);
}
