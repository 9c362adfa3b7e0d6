import type { ResumeMode } from '@assay/engine';
import type { RunManifest } from '@assay/schema';

/** A run that is gone on with. */
export interface EarlierRun {
  /** Its folder, absolute. */
  readonly location: string;
  readonly manifest: RunManifest;
  readonly mode: ResumeMode;
  /** Folder that paths are shown from: of whoever goes on with it, who may stand elsewhere than who began it. */
  readonly shownFrom: string;
}
