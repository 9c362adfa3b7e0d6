/** What the process says with its exit code. When several apply: 130, then 2, 1, 3, 4. */
export const EXIT = {
  passed: 0,
  /** A threshold, a gate or a case failed. */
  failed: 1,
  /** The command line, a configuration or a file is wrong. */
  usage: 2,
  /** Infrastructure (a target, a judge, a script) left it undecided. */
  undecided: 3,
  /** A comparison has too little data to tell. */
  inconclusive: 4,
  interrupted: 130,
} as const;

const BY_PRECEDENCE: readonly number[] = [EXIT.interrupted, EXIT.usage, EXIT.failed, EXIT.undecided, EXIT.inconclusive];

/** The exit code of a command that two things apply to. */
export function moreSerious(a: number, b: number): number {
  return BY_PRECEDENCE.find((code) => code === a || code === b) ?? EXIT.passed;
}
