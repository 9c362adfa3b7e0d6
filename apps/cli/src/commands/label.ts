import { shellPath, UsageError } from '@assay/schema';
import { formatCount } from '@assay/reports';
import { EXIT } from '../exit-codes.js';
import { readAnswers } from '../labelling/label-answers.js';
import { labelInTerminal } from '../labelling/label-in-terminal.js';
import { blindedRow } from '../labels/blinded-row.js';
import { openLabelTask, type LabelTask } from '../labels/label-task.js';
import { writeOut } from '../terminal/write-out.js';

export interface LabelOptions {
  readonly sample?: number;
  readonly stratify?: readonly string[];
  readonly seed?: number;
  /** A file of what was said elsewhere. */
  readonly answers?: string;
  readonly json?: boolean;
}

async function keepAnswers(task: LabelTask, file: string, cwd: string): Promise<number> {
  const labels = await readAnswers(file, cwd, task);
  for (const label of labels) await task.files.append(label);
  await writeOut(`${formatCount(labels.length, 'label')} kept in .assay/labels\nWhat they come to: assay calibrate ${shellPath(task.location)}\n`);
  return EXIT.passed;
}

/** `assay label`: has a person judge replies of a run that are drawn by lot. Resolves to the exit code. */
export async function labelCommand(run: string, options: LabelOptions): Promise<number> {
  const cwd = process.cwd();
  const { answers, json } = options;
  const inTerminal = answers === undefined && !json;
  if (inTerminal && !(process.stdin.isTTY && process.stdout.isTTY)) {
    throw new UsageError('labels are given key by key, and this is no terminal', {
      hint: 'start it in a terminal, label on the page (assay view), or have replies judged elsewhere: assay label RUN --json, then assay label RUN --answers FILE',
    });
  }
  const task = await openLabelTask({ run, cwd, ...options });
  if (answers !== undefined) return keepAnswers(task, answers, cwd);
  if (json) {
    for (const { trialKey } of task.left) if (!(await writeOut(`${JSON.stringify(blindedRow(await task.rowOf(trialKey)))}\n`))) break;
    return EXIT.passed;
  }
  const { drawn, left, replies, location } = task;
  const next = `What labels come to: assay calibrate ${shellPath(location)}\n`;
  if (left.length === 0) {
    await writeOut(`All ${formatCount(drawn.length, 'reply', 'replies')} that were drawn of ${formatCount(replies)} have a label. Draw more: --sample ${Math.min(replies, 2 * drawn.length)}\n${next}`);
    return EXIT.passed;
  }
  await writeOut(`${formatCount(drawn.length, 'reply', 'replies')} of ${formatCount(replies)} are drawn, ${formatCount(left.length)} to go. Every label is kept at once, in .assay/labels.\n`);
  const code = await labelInTerminal(task);
  await writeOut(next);
  return code;
}
