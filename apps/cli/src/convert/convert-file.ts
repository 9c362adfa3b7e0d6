import { writeSuite, type WrittenSuite } from '@assay/loaders';
import type { Redactor, ReportDiagnostic, Suite } from '@assay/schema';
import { composeReading } from '../runner/reading/compose-reading.js';

export interface ConversionRequest {
  readonly file: string;
  /** Name of the format. */
  readonly to: string;
  /** Absolute path of what will be written; undefined when it is only shown. */
  readonly out: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  readonly report: ReportDiagnostic;
}

export interface ConvertedFile {
  readonly suite: Suite;
  readonly result: WrittenSuite;
  /** How many things reading left out: they are lost as well. */
  readonly unread: number;
}

/** Findings about what reading leaves out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['unknown-key', 'missing-field']);

/**
 * Reads a suite and makes the files of it in another format, in memory.
 * @throws UsageError and InvalidFileError as reading and writing do.
 */
export async function convertFile({ file, to, out, cwd, env, redactor, report }: ConversionRequest): Promise<ConvertedFile> {
  let unread = 0;
  const reading = await composeReading({
    cwd,
    reads: file,
    env,
    redactor,
    verbose: false,
    report(finding) {
      report(finding);
      if (LEFT_OUT.has(finding.code)) unread += 1;
    },
  });
  const suite = await reading.loadSuite(file);
  const { definitions, project } = reading;
  const result = await writeSuite(suite, { to, out, definitions, loaders: definitions.loaders, rubricRequired: project.rubricRequired, workingDirectory: cwd });
  return { suite, result, unread };
}
