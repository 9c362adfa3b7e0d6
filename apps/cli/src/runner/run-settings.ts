import type { CiServer, Diagnostic, Redactor, Reporter, ReportOutput } from '@assay/schema';
import type { OptionValues, SaidOptions } from '../options/option-values.js';
import type { OptionWords } from '../options/option-words.js';

/** What a run takes besides its options. */
export interface RunContext {
  /** Eval files, folders or globs. */
  readonly files: readonly string[];
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** Environment variables; `.env` files are added to them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with the secrets of all that is read. Default: one of its own. */
  readonly redactor?: Redactor | undefined;
  readonly reporters: readonly Reporter[];
  /** True where a program gave the reporters, which get rows that they cannot write into. Default false. */
  readonly hasForeignReporters?: boolean | undefined;
  /** Finds methods of reporters that nobody will call. Default: those of the command, which keep to their contract, are not looked at. */
  readonly misspeltMethods?: ((reporter: Reporter, name: string) => readonly Diagnostic[]) | undefined;
  /** Takes a report that has no file. Default: none does, and reports need one. */
  readonly stdout?: ReportOutput | undefined;
  /** The CI server that runs the command, for reporters that tell it. Default: none. */
  readonly ciServer?: CiServer | undefined;
  /** Aborting it interrupts the run: what is finished is kept. */
  readonly signal: AbortSignal;
  /** True for an audit of judges: its folder keeps every judgement as it comes, and stands among audits. Default: a run. */
  readonly isAudit?: boolean | undefined;
  /** Repeats whose replies are scored by the criteria of their case in the reverse order. Default: none. */
  readonly reorderedRepeats?: ReadonlySet<number> | undefined;
  /** Called when everything is read and checked, before anything is sent or written. Waited for: where it fails, nothing is sent or written. */
  readonly onBegin?: (() => unknown) | undefined;
  /** Told how the batches are that the run waits for, on one line, whenever that changes. Not waited for: where it fails, the run goes on, and it is not told again. */
  readonly onBatches?: ((text: string) => unknown) | undefined;
}

/** Everything that decides a run, as whoever starts it states it. */
export type RunRequest = RunContext & OptionValues;

/** The same, with what holds when nothing is given. */
export type RunSettings = RunContext & SaidOptions;
