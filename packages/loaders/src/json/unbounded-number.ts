import type { Diagnostic } from '@assay/schema';

const TOKEN = /"(?:[^"\\]|\\.)*"|(?<number>-?\d[\d.eE+-]*)/gu;

/** For what stands in the file, of a line of any length. */
const SHOWN = 40;

/** JSON in which numbers that are too large were found. */
interface Bounded {
  /** The same with a 1 for each of them, all else at its place: what else is wrong with it can be looked for. */
  readonly text: string;
  /** What is wrong, one for each of them. */
  readonly findings: readonly Diagnostic[];
}

/** What is wrong with a line, or a file, of JSON that has numbers which are too large. */
export function unboundedNumbers(text: string, place: (offset: number) => Diagnostic['location']): Bounded {
  const findings: Diagnostic[] = [];
  const bounded = text.replaceAll(TOKEN, (token, number: string | undefined, offset: number) => {
    if (number === undefined || Number.isFinite(Number(number))) return token;
    const written = number.length > SHOWN ? `${number.slice(0, SHOWN)}…` : number;
    findings.push({
      severity: 'error',
      code: 'invalid-number',
      message: `the number ${written} is too large`,
      hint: 'write one from -1.8e308 to 1.8e308, or put it in quotes as a text',
      location: place(offset),
    });
    return '1'.padEnd(number.length);
  });
  return { text: bounded, findings };
}
