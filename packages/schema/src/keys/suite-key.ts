/** What tells one suite from another. Names alone do not: files of one name stand in several folders. */
export interface SuiteIdentity {
  /** Name of the suite. */
  readonly suite: string;
  /** Path of its file or folder from the root of the project, with slashes. */
  readonly suitePath: string;
}

let last: (SuiteIdentity & { readonly key: string }) | undefined;

/** A suite as the key of a map. Asked several times a trial, nearly always for the suite of the trial before. */
export function suiteKey({ suite, suitePath }: SuiteIdentity): string {
  if (last?.suite === suite && last.suitePath === suitePath) return last.key;
  last = { suite, suitePath, key: JSON.stringify([suite, suitePath]) };
  return last.key;
}
