import type { SourceLocation } from '@assay/schema';

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
