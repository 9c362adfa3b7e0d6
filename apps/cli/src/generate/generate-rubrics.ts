import { resolve } from 'node:path';
import { createRubricGenerator } from '@assay/judges';
import { openCaseEditor } from '@assay/loaders';
import { shellPath, UsageError, type LocatedCase, type Redactor, type ReportDiagnostic, type Suite } from '@assay/schema';
import { replaceFile } from '../files/replace-file.js';
import { caseSelection } from '../options/case-selection.js';
import type { OptionValues } from '../options/option-values.js';
import type { Interrupt } from '../processes/interrupt.js';
import { createWatchedProcesses } from '../processes/watched-processes.js';
import { composeReading } from '../runner/reading/compose-reading.js';
import { checkOut } from './check-out.js';
import { makeJudge } from './make-judge.js';
import type { Outcome } from './outcome.js';
import { writableCases } from './writable-cases.js';
import { generateAll, planRubrics, rubricEntry, withoutPlace, type FinishedRubric, type LeftCase } from './write-rubrics.js';

/** How to have rubrics in a file although theirs could not be written: they are printed. */
const HINT = 'the rubrics are printed: keep them in another file, or free the place and have them written anew';

export interface GenerateRequest {
  /** As it was named. */
  readonly file: string;
  /** Where the rubrics are written. Default: into the file. */
  readonly out: string | undefined;
  /** Whether rubrics that are there are replaced. */
  readonly force: boolean;
  readonly dryRun: boolean;
  /** `--judge` */
  readonly judge: string | undefined;
  /** `--targets` */
  readonly targetsFile: string | undefined;
  /** What the command line says of limits, time-outs, retries, and which cases are meant. */
  readonly said: OptionValues;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  readonly report: ReportDiagnostic;
  readonly interrupt: Interrupt;
  /** Called with cases that are left as they are, before anything is asked. */
  readonly onLeft: (left: LeftCase) => void;
  readonly onDone: (finished: FinishedRubric) => void;
}

export interface GeneratedRubrics {
  readonly outcome: Outcome;
  /** The file with the rubrics, whether it was written or not. */
  readonly text: string;
  /** Why it could not be written. The rubrics are paid for by then: they are in `text` and in the outcome. Undefined otherwise. */
  readonly failure: unknown;
}

async function chosenCases(suite: Suite, { file, said }: GenerateRequest): Promise<readonly LocatedCase[]> {
  const isWanted = await caseSelection(said);
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) {
    if (!isWanted || isWanted(located.evalCase)) cases.push(located);
  }
  if (cases.length === 0) throw new UsageError('no case is left after the filters', { hint: `see all with: assay cases ${shellPath(file)}` });
  return cases;
}

function requireRubrics({ dialect, conventions }: Suite, file: string): void {
  if (conventions?.takesRubrics) return;
  throw new UsageError(`${file}: rubrics are generated from the expected outcomes of eval cases; this is a ${dialect.replaceAll('-', ' ')}, which has none`, {
    hint: `make eval cases of it first: assay convert ${shellPath(file)} --to eval-cases --out NEW.yaml`,
  });
}

/**
 * Has a judge write rubric lines for the cases of a file that have none. The file is replaced when all have ended, and is the
 * old one or the new one whatever happens.
 * @throws UsageError, InvalidFileError and ConfigError for what is said; the reason of the signal when it is aborted.
 */
export async function generateRubrics(request: GenerateRequest): Promise<GeneratedRubrics> {
  const { file, out = file, force, dryRun, judge: reference, targetsFile, said, cwd, env, redactor, report, interrupt, onDone } = request;
  const { signal } = interrupt;
  const reading = await composeReading({ cwd, reads: file, env, redactor, verbose: false, report });
  const suite = await reading.loadSuite(file);
  requireRubrics(suite, file);
  const editor = await openCaseEditor(file, { workingDirectory: cwd });
  if (request.out !== undefined && !dryRun) checkOut(file, request.out, cwd);
  const plan = planRubrics(await chosenCases(suite, request), editor, force);
  const { wanted: cases, skipped: shared } = writableCases(plan.wanted.slice(0, said.limit), editor);
  const skipped = [...plan.skipped, ...shared];
  for (const left of skipped) request.onLeft(left);
  let finished: readonly FinishedRubric[] = [];
  let judge: string | null = null;
  if (cases.length > 0) {
    interrupt.listen();
    const processes = createWatchedProcesses();
    const provider = await makeJudge({ reading, judge: reference, targetsFile, said, cwd, processes, report });
    judge = provider.name;
    try {
      finished = await generateAll({ generator: createRubricGenerator({ provider }), cases, signal, onDone });
    } finally {
      await provider.close?.();
      await processes.close();
    }
  }
  signal.throwIfAborted();
  // What is left takes a moment, and a signal ends it at once: the file is the old one or the new one.
  interrupt.release();
  const rubrics = new Map(finished.flatMap(({ id, lines }) => (lines ? [[id, lines.map(rubricEntry)] as const] : [])));
  const edited = editor.withRubrics(rubrics);
  const { text } = edited;
  // A case that they are shared with was to have lines of its own, and got no usable reply.
  finished = finished.map((one) => (edited.shared.has(one.id) ? withoutPlace(one) : one));
  for (const one of finished) if (edited.shared.has(one.id)) onDone(one);
  const isToWrite = !dryRun && (rubrics.size > edited.shared.size || request.out !== undefined);
  let failure: unknown;
  if (isToWrite) await replaceFile(resolve(cwd, out), out, text, { hint: HINT }).catch((error: unknown) => (failure = error));
  return { outcome: { file, out, judge, written: isToWrite && failure === undefined, finished, skipped }, text, failure };
}
