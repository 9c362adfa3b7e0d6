import { resolve } from 'node:path';
import { createRubricGenerator } from '@assay/judges';
import { openCaseEditor } from '@assay/loaders';
import { UsageError, type LocatedCase, type ReportDiagnostic, type Suite } from '@assay/schema';
import { composeReading } from '../runner/reading/compose-reading.js';
import { EXIT } from '../exit-codes.js';
import { replaceFile } from '../files/replace-file.js';
import { makeJudge } from '../generate/make-judge.js';
import { encodeOutcome, progressLine, summaryLine, type Outcome } from '../generate/outcome.js';
import { generateAll, planRubrics, rubricEntry, type FinishedRubric } from '../generate/write-rubrics.js';
import { errorColors } from '../terminal/output-style.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { caseSelection } from '../options/case-selection.js';
import { CASE_FILTERS, optionsOf, PACE } from '../options/command-line.js';
import { createWatchedProcesses } from '../processes/watched-processes.js';
import type { Interrupt } from '../processes/interrupt.js';
import { interruptible } from '../processes/interruptible.js';
import { writeOut } from '../terminal/write-out.js';
import { outputRedactor } from '../secrets/output-redactor.js';

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

async function chosenCases(suite: Suite, file: string, options: GenerateOptions): Promise<readonly LocatedCase[]> {
  const isWanted = await caseSelection(optionsOf(options, CASE_FILTERS));
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) {
    if (!isWanted || isWanted(located.evalCase)) cases.push(located);
  }
  if (cases.length === 0) throw new UsageError('no case is left after the filters', { hint: `see all with: assay cases ${file}` });
  return cases;
}

function requireRubrics({ dialect, conventions }: Suite, file: string): void {
  if (conventions?.takesRubrics) return;
  throw new UsageError(`${file}: rubrics are generated from the expected outcomes of eval cases; this is a ${dialect.replaceAll('-', ' ')}, which has none`, {
    hint: `make eval cases of it first: assay convert ${file} --to eval-cases --out NEW.yaml`,
  });
}

async function generate(file: string, options: GenerateOptions, interrupt: Interrupt, report: ReportDiagnostic): Promise<number> {
  const { signal } = interrupt;
  const cwd = process.cwd();
  const { dryRun = false, json = false, out = file } = options;
  const reading = await composeReading({ cwd, reads: file, env: process.env, redactor: outputRedactor, verbose: false, report });
  const suite = await reading.loadSuite(file);
  requireRubrics(suite, file);
  const editor = await openCaseEditor(file, { workingDirectory: cwd });
  const { wanted, skipped } = planRubrics(await chosenCases(suite, file, options), editor, options.force ?? false);
  const cases = wanted.slice(0, options.limit);
  for (const { id, reason } of skipped) note(errorColors.dim(`- ${id}  ${reason}`));
  let finished: readonly FinishedRubric[] = [];
  let judge: string | null = null;
  if (cases.length > 0) {
    interrupt.listen();
    const { judge: reference, targets: targetsFile } = options;
    const said = optionsOf(options, PACE);
    const processes = createWatchedProcesses();
    const provider = await makeJudge({ reading, judge: reference, targetsFile, said, cwd, processes, report });
    judge = provider.name;
    try {
      const generator = createRubricGenerator({ provider });
      finished = await generateAll({ generator, cases, signal, onDone: (one) => note(progressLine(one)) });
    } finally {
      await provider.close?.();
      await processes.close();
    }
  }
  signal.throwIfAborted();
  // What is left takes a moment, and a signal ends it at once: the file is the old one or the new one.
  interrupt.release();
  const rubrics = new Map(finished.flatMap(({ id, lines }) => (lines ? [[id, lines.map(rubricEntry)] as const] : [])));
  const text = editor.withRubrics(rubrics);
  const written = !dryRun && (rubrics.size > 0 || options.out !== undefined);
  if (written) await replaceFile(resolve(cwd, out), out, text);
  const outcome: Outcome = { file, out, judge, dryRun, written, finished, skipped };
  if (json) await writeOut(`${JSON.stringify(encodeOutcome(outcome), null, 2)}\n`);
  else if (dryRun) await writeOut(text);
  note(summaryLine(outcome));
  return rubrics.size < finished.length ? EXIT.undecided : EXIT.passed;
}

/**
 * `assay generate rubrics`: has a judge write rubric lines for the cases of a file that have none.
 * Nothing is written unless everything is finished. Resolves to the exit code: 3 when a case got no
 * usable reply.
 */
export async function generateRubricsCommand(file: string, options: GenerateOptions): Promise<number> {
  const findings = createFindingPrinter();
  try {
    return await interruptible(() => note('\nstopping: nothing is written'), (interrupt) => generate(file, options, interrupt, findings.report));
  } finally {
    findings.finish();
  }
}
