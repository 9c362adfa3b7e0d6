import { EXIT } from '../exit-codes.js';

/** What a gate came to. */
interface Decided {
  readonly exitCode: number;
  readonly reasons: readonly string[];
}

/** What a gate decided, and why, as lines of their own behind an empty one. @param name of the gate, at the start of a sentence. */
export function gateText(name: string, { exitCode, reasons }: Decided): string {
  const words = exitCode === EXIT.passed ? 'passed' : exitCode === EXIT.failed ? 'FAILED' : 'UNDECIDED';
  return `\n${name}: ${words}${reasons.map((reason) => `\n  ${reason}`).join('')}\n`;
}
