import { canonicalJson, type JsonObject, type JsonValue, type TargetDefinition } from '@assay/schema';
import type { PanelMakeup, PanelSeat } from '../judges/prepare-panels.js';

/** Who is asked about a trial, by what changes answers: to be digested, not to be shown. */
export interface AskedIdentity {
  readonly target: JsonObject;
  /** The panels of the trial, their judges in no order. */
  readonly judges: JsonValue;
  /** Null when nothing is measured. */
  readonly embeddings: JsonObject | null;
}

export interface AskedParties {
  readonly target: TargetDefinition;
  /** One for each need of judges, in the order of the evaluators. */
  readonly makeups: readonly PanelMakeup[];
  readonly embeddings: TargetDefinition | undefined;
  readonly identify: (target: TargetDefinition) => JsonObject;
}

function inNoOrder(values: readonly JsonObject[]): readonly JsonObject[] {
  return values.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
}

export function askedIdentity({ target, makeups, embeddings, identify }: AskedParties): AskedIdentity {
  const seat = ({ id, approach, target: judge }: PanelSeat): JsonObject => ({
    id,
    target: identify(judge),
    ...(approach === undefined ? {} : { approach }),
  });
  return {
    target: identify(target),
    judges: makeups.map(({ judges, backup, quorum }) => ({
      judges: inNoOrder(judges.map(seat)),
      ...(backup ? { backup: seat(backup) } : {}),
      ...(quorum === undefined ? {} : { quorum }),
    })),
    embeddings: embeddings ? identify(embeddings) : null,
  };
}
