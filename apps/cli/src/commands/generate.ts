import { generateRubrics } from '../generate/generate-rubrics.js';
import { encodeOutcome, outcomeExitCode, progressLine, summaryLine } from '../generate/outcome.js';
import { moreSerious } from '../exit-codes.js';
import { CASE_FILTERS, optionsOf, PACE } from '../options/command-line.js';
import { interruptible } from '../processes/interruptible.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { errorColors } from '../terminal/output-style.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { reportFailure } from '../terminal/report-failure.js';
import { writeOut } from '../terminal/write-out.js';

export interface GenerateOptions {
  readonly judge?: string;
  readonly targets?: string;
  readonly id?: readonly string[];
  readonly tag?: readonly string[];
  readonly limit?: number;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly out?: string;
  readonly concurrency?: number | 'auto';
  readonly timeout?: number;
  readonly maxRetries?: number;
  readonly json?: boolean;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * `assay generate rubrics`: has a judge write rubric lines for the cases of a file that have none.
 * Nothing is written unless everything is finished. Resolves to the exit code: 3 when a case got no
 * usable reply.
 */
export async function generateRubricsCommand(file: string, options: GenerateOptions): Promise<number> {
  const { judge, targets: targetsFile, force = false, dryRun = false, out, json = false } = options;
  const findings = createFindingPrinter();
  try {
    return await interruptible(
      () => note('\nstopping: nothing is written'),
      async (interrupt) => {
        const { outcome, text, failure } = await generateRubrics({
          file,
          out,
          force,
          dryRun,
          judge,
          targetsFile,
          interrupt,
          said: optionsOf(options, [...CASE_FILTERS, ...PACE]),
          cwd: process.cwd(),
          env: process.env,
          redactor: outputRedactor,
          report: findings.report,
          onLeft: ({ id, reason }) => note(errorColors.dim(`- ${id}  ${reason}`)),
          onDone: (finished) => note(progressLine(finished)),
        });
        if (json) await writeOut(`${JSON.stringify(encodeOutcome(outcome), null, 2)}\n`);
        else if (dryRun || failure !== undefined) await writeOut(text);
        note(summaryLine(outcome));
        return failure === undefined ? outcomeExitCode(outcome) : moreSerious(outcomeExitCode(outcome), reportFailure(failure));
      },
    );
  } finally {
    findings.finish();
  }
}
