import { canonicalHash, canonicalJson, type JsonObject, type JsonValue, type TargetDefinition } from '@assay/schema';
import type { PanelMakeup, PanelSeat } from '../judges/prepare-panels.js';

/** The judges and embeddings that assess the reply of a trial, by all that changes an assessment. To be digested, not to be shown. */
export interface Assessors {
  /** A panel for each need of judges, in the order of the evaluators; the judges of a panel in no order. */
  readonly judges: readonly JsonObject[];
  /** Null when nothing is measured. */
  readonly embeddings: JsonValue;
}

export interface AssessingParties {
  /** The panels, as they were prepared. */
  readonly makeups: readonly PanelMakeup[];
  readonly embeddings: TargetDefinition | undefined;
  /** What a target stands for: written out, or a digest of that. */
  readonly identify: (target: TargetDefinition) => JsonValue;
}

function inNoOrder(values: readonly JsonObject[]): readonly JsonObject[] {
  return values.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
}

function written({ threshold, band, audit }: NonNullable<PanelMakeup['cascade']>, first: JsonObject): JsonObject {
  return {
    first,
    ...(threshold === undefined ? {} : { threshold }),
    ...(band === undefined ? {} : { band }),
    ...(audit === undefined ? {} : { audit }),
  };
}

export function describeAssessors({ makeups, embeddings, identify }: AssessingParties): Assessors {
  const seat = ({ id, approach, weight, target }: PanelSeat): JsonObject => ({
    id,
    target: identify(target),
    ...(approach === undefined ? {} : { approach }),
    ...(weight === undefined ? {} : { weight }),
  });
  return {
    judges: makeups.map(({ judges, backup, quorum, consensus, cascade, passLimit }) => ({
      judges: inNoOrder(judges.map(seat)),
      ...(backup ? { backup: seat(backup) } : {}),
      ...(quorum === undefined ? {} : { quorum }),
      ...(consensus === undefined ? {} : { consensus }),
      ...(passLimit === undefined ? {} : { passLimit }),
      ...(cascade === undefined ? {} : { cascade: written(cascade, seat(cascade.first)) }),
    })),
    embeddings: embeddings ? identify(embeddings) : null,
  };
}

/**
 * Assessors in 32 hex digits; undefined when nobody assesses.
 * @param promptVersion of what judges are asked: another one may be answered otherwise.
 */
export function assessorsDigest({ judges, embeddings }: Assessors, promptVersion: string): string | undefined {
  if (judges.length === 0 && embeddings === null) return undefined;
  return canonicalHash({ judges, embeddings, ...(judges.length > 0 ? { promptVersion } : {}) }).slice(0, 32);
}
