import { ConfigError, type Provider, type TargetDefinition, type Trial } from '@assay/schema';
import type { TrialPanel } from '../judges/trial-judges.js';
import type { AskedPanel, AskedParty } from '../plan/foresee-spending.js';
import type { MadeEmbeddings } from '../targets/make-embeddings.js';

/** Who is asked for a trial: its target, and a panel for each evaluator that asks one. */
export interface AskedParties {
  readonly target: AskedParty;
  readonly panels: readonly AskedPanel[];
  /** The model that turns its reply into a vector; undefined where none is asked. */
  readonly embeddings?: AskedParty | undefined;
}

/**
 * The models that are asked for a trial that was prepared: target, judges and embeddings.
 * @param panels of the trial.
 * @param made the embedding model, for a trial that wants one.
 * @param providerOf the provider of a target that was made ready.
 * @throws ConfigError when its target was not.
 */
export function askedParties(trial: Trial, panels: readonly TrialPanel[], made: MadeEmbeddings | undefined, providerOf: (target: TargetDefinition) => Provider | undefined): AskedParties {
  const party = (role: AskedParty['role'], name: string, target: TargetDefinition): AskedParty[] => {
    const provider = providerOf(target);
    return provider ? [{ role, name, provider }] : [];
  };
  const [target] = party('target', trial.target.name, trial.target);
  if (!target) throw new ConfigError(`target "${trial.target.name}" was not made ready`);
  const asked = panels.map(({ makeup, comparing, judgements }): AskedPanel => {
    const judges = makeup.judges.flatMap((judge) => party('judge', judge.id, judge.target));
    const [first] = makeup.cascade ? party('judge', makeup.cascade.first.id, makeup.cascade.first.target) : [];
    return { judges, first, compares: comparing !== undefined, judgements };
  });
  const embeddings: AskedParty | undefined = made && { role: 'embeddings', name: made.target.name, provider: { pricing: made.pricing, free: made.pricing === undefined } };
  return { target, panels: asked, embeddings };
}
