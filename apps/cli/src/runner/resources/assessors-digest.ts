import { canonicalHash, canonicalJson, type TargetDefinition } from '@assay/schema';
import type { PanelMakeup, PanelSeat } from '../judges/prepare-panels.js';

export interface AssessorsOptions {
  /** The panels that assess, as they were prepared. */
  readonly makeups: readonly PanelMakeup[];
  /** Digests of the embedding models that measure. */
  readonly embeddings: readonly (string | undefined)[];
  /** Digest of what a target stands for. */
  readonly identityOf: (target: TargetDefinition) => string | undefined;
  /** Version of what judges are asked: another one may be answered otherwise. */
  readonly promptVersion: string;
}

/** Who assesses a trial, in 32 hex digits; undefined when nobody does. The order of judges has no part in it. */
export function assessorsDigest({ makeups, embeddings, identityOf, promptVersion: prompts }: AssessorsOptions): string | undefined {
  if (makeups.length === 0 && embeddings.length === 0) return undefined;
  const seat = ({ id, approach, target }: PanelSeat): string => canonicalJson({ id, approach: approach ?? null, target: identityOf(target) ?? null });
  const panels = makeups.map(({ judges, backup, quorum = null }) => ({ judges: judges.map(seat).toSorted(), backup: backup ? seat(backup) : null, quorum, prompts }));
  return canonicalHash({ panels, embeddings: embeddings.map((identity) => identity ?? null) }).slice(0, 32);
}
