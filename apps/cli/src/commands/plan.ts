import { encodeJob, visibleText } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { optionsOf, type ParsedOptions } from '../options/command-line.js';
import { planJobs, type PlannedJob } from '../runner/jobs/plan-jobs.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { colors } from '../terminal/output-style.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { writeOut } from '../terminal/write-out.js';

export interface PlanOptions extends ParsedOptions {
  readonly json?: boolean;
}

function describe({ trial: { suite, evalCase, target, variant, repeat, location } }: PlannedJob): string {
  const parts = [suite, evalCase.id, `on ${target.name}`, variant.label, repeat > 1 ? `repeat ${repeat}` : ''];
  const place = colors.dim(visibleText(`${location.file}:${location.line}`));
  return `${parts.filter((part) => part !== '').map(visibleText).join('  ')}  ${place}`;
}

/** `assay plan`: prints the trials that a run would have. Resolves to the exit code. */
export async function planCommand(files: readonly string[], options: PlanOptions): Promise<number> {
  const findings = createFindingPrinter();
  try {
    const request = {
      ...optionsOf(options),
      files,
      cwd: process.cwd(),
      env: process.env,
      redactor: outputRedactor,
      reporters: [],
      reports: [],
      signal: new AbortController().signal,
    };
    for await (const planned of planJobs(request, findings.report)) {
      const text = options.json ? JSON.stringify(encodeJob(planned.job)) : describe(planned);
      // Whoever closes the pipe has seen enough.
      if (!(await writeOut(`${text}\n`))) break;
    }
    return EXIT.passed;
  } finally {
    findings.finish();
  }
}
