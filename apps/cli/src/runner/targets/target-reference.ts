import { ConfigError, formatLocation, InvalidFileError, type Diagnostic, type SourceLocation } from '@assay/schema';

/** A name of a target (or of a collection), and who said it. */
export interface TargetReference {
  readonly name: string;
  /** Who said it, in words that begin a message: `--target`, `execution.target of case "x"`. */
  readonly namedBy: string;
  /** Where it is written; absent for the command line and for programs. */
  readonly location?: SourceLocation | undefined;
  /** What it is wanted for. Default `target`. */
  readonly role?: 'target' | 'judge' | 'embeddings' | undefined;
  /** True when no file said it: the command line, a program, or Assay's own defaults. */
  readonly vouched?: true | undefined;
}

/** An error about a name that leads nowhere: it begins with who said the name, and where. */
export function referenceError({ namedBy, location }: TargetReference, message: string, hint: string): ConfigError {
  return new ConfigError(`${namedBy}: ${message}`, { hint, location });
}

/** The findings about a target that cannot be used, with who selected it. */
export function unusable({ namedBy, location }: TargetReference, name: string, problems: readonly Diagnostic[]): InvalidFileError {
  const place = location === undefined ? '' : ` at ${formatLocation(location)}`;
  return new InvalidFileError(
    problems.map((problem) => ({ ...problem, message: `target "${name}" (selected by ${namedBy}${place}): ${problem.message}` })),
  );
}
