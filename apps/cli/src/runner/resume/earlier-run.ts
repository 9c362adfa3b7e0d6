import type { ResumeMode } from '@assay/engine';
import type { RunManifest, StoreError } from '@assay/schema';

/** A run that may have been meant, and cannot be read. */
export interface UnreadableRun {
  readonly runId: string;
  readonly error: StoreError;
}

/** A run that is gone on with. */
export interface EarlierRun {
  /** Its folder, absolute. */
  readonly location: string;
  readonly manifest: RunManifest;
  readonly mode: ResumeMode;
  /** True for an audit of judges: a reply that any of them was lost on is judged again. */
  readonly isAudit?: boolean | undefined;
  /** Folder that paths are shown from: of whoever goes on with it, who may stand elsewhere than who began it. */
  readonly shownFrom: string;
  /** A newer one, where no run was named: it may be the one that was to be gone on with. */
  readonly passedOver?: UnreadableRun | undefined;
}
