import { isRunLocked } from '@assay/engine';
import { drawLabelTask, type AskedDraw, type LabelTask } from '../../../labels/label-task.js';
import type { LabelFiles } from '../../../labels/label-files.js';
import { PageFailure } from '../http/page-failure.js';
import type { KnownRun } from './known-runs.js';

/** Runs whose draws are kept: each knows where all of its replies are. */
const MOST = 4;

/** What was drawn of runs to be labelled: by the code of `assay label`, into the same files. */
export class LabelDraws {
  readonly #files: LabelFiles;
  readonly #cwd: string;
  /** By folder. */
  readonly #tasks = new Map<string, LabelTask>();

  constructor(files: LabelFiles, cwd: string) {
    this.#files = files;
    this.#cwd = cwd;
  }

  /**
   * Draws what is to be labelled, or finds out what was drawn before.
   * @throws PageFailure for a run that goes on: with which chance a reply is drawn is known when all are there.
   * @throws UsageError, StoreError, InvalidFileError
   */
  async draw({ id, folder }: KnownRun, asked: AskedDraw): Promise<LabelTask> {
    if (await isRunLocked(folder)) throw new PageFailure(409, `the run ${id} goes on`, 'label its replies when it has ended');
    const task = await drawLabelTask({ folder, cwd: this.#cwd, files: this.#files }, asked);
    this.#tasks.delete(folder);
    this.#tasks.set(folder, task);
    const [oldest] = this.#tasks.keys();
    if (this.#tasks.size > MOST && oldest !== undefined) this.#tasks.delete(oldest);
    return task;
  }

  /** What was drawn last of a run. */
  async of(run: KnownRun): Promise<LabelTask> {
    return this.#tasks.get(run.folder) ?? this.draw(run, {});
  }
}
