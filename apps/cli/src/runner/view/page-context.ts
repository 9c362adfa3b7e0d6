import type { PageInfo } from '@assay/schema';
import type { KnownRuns } from './data/known-runs.js';
import type { LabelDraws } from './data/label-draws.js';
import type { EditCase } from './editor/edit-case.js';
import type { LabelFiles } from '../../labels/label-files.js';

/** What the server of a page answers from. */
export interface PageContext {
  readonly info: PageInfo;
  /** The page itself. */
  readonly html: string;
  readonly runs: KnownRuns;
  /** Absolute. */
  readonly projectRoot: string;
  /** Folder that paths are shown from, absolute. */
  readonly cwd: string;
  /** Undefined where nothing may be written. */
  readonly labels: LabelFiles | undefined;
  /** The same. */
  readonly draws: LabelDraws | undefined;
  /** Undefined where nothing may be opened, or there is no editor for it. */
  readonly edit: EditCase | undefined;
}
