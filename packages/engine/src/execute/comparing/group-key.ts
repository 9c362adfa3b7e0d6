import { suiteKey, type SuiteIdentity } from '@assay/schema';

/** Names a case among those of all suites. */
export function caseKey(suite: SuiteIdentity, caseId: string): string {
  return JSON.stringify([suiteKey(suite), caseId]);
}

/** Names the trials whose replies are compared with each other: all targets and variants of one case, in one repeat. */
export function groupKey(suite: SuiteIdentity, caseId: string, repeat: number): string {
  return `${caseKey(suite, caseId)}${repeat}`;
}
