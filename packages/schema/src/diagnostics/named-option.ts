/** An option of a run that a hint is about: what it is called in programs. How it is written elsewhere, whoever prints the hint knows. */
export interface NamedOption {
  readonly name: string;
  /** What it could be said to be; a list for one that may be given several times. */
  readonly value?: string | number | boolean | readonly string[] | undefined;
}

/** Writes an option as whoever reads it would: as a field of a program, or as a command line has it. */
export type SayOption = (option: NamedOption) => string;

/** A hint, and what it is about. */
export interface NamingHint {
  /** How to fix it, in one sentence. */
  readonly hint?: string | undefined;
  /** Options of a run that the hint is about. Whoever prints it adds how they are written there. */
  readonly namedOptions?: readonly NamedOption[] | undefined;
}

/** A finding whose hint is written out for whoever reads it. */
export function inWords<T extends NamingHint>(told: T, say: SayOption): T {
  const { hint, namedOptions } = told;
  if (!namedOptions) return told;
  const options = namedOptions.map(say).join(', ');
  return { ...told, hint: hint === undefined ? options : `${hint} (${options})`, namedOptions: undefined };
}
