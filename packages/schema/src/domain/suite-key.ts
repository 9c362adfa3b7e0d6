/** What tells one suite from another. Names alone do not: files of one name stand in several folders. */
export interface SuiteIdentity {
  /** Name of the suite. */
  readonly suite: string;
  /** Path of its file or folder from the root of the project, with slashes. */
  readonly suitePath: string;
}

/** A suite as the key of a map. */
export function suiteKey({ suite, suitePath }: SuiteIdentity): string {
  return JSON.stringify([suite, suitePath]);
}
