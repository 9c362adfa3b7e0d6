import { ConfigError, type EvalCase, type Trial } from '@assay/schema';
import type { PanelMakeup } from './prepare-panels.js';
import type { OptionWords } from '../../options/option-words.js';

/** A panel that is to compare the replies to a case. */
interface ComparingPanel {
  /** Type of the evaluator that compares. */
  readonly evaluator: string;
  readonly makeup: PanelMakeup;
}

/** Consensus and weights are those of the project, the same for all; a judge that is asked first compares nothing. */
function seats({ judges, backup, quorum }: PanelMakeup): string {
  const name = ({ id, target }: PanelMakeup['judges'][number]): string => JSON.stringify([id, target.name]);
  return [...judges.map(name).toSorted(), backup ? `or ${name(backup)}` : '', quorum ?? ''].join();
}

/**
 * Sees to it that the replies of all targets to a case are compared by the same judges: targets may name different ones, and one that
 * has nobody else is judged by itself.
 * @param words how errors name options.
 * @returns to be called with every trial's comparing panels, in the order of the plan. It throws a ConfigError for a second target with other judges.
 */
export function createSameJudges({ say }: OptionWords): (trial: Trial, panels: readonly ComparingPanel[]) => void {
  let first: { readonly evalCase: EvalCase; readonly target: string; readonly panels: readonly ComparingPanel[] } | undefined;
  return ({ evalCase, target, location }, panels) => {
    if (panels.length === 0) return;
    if (first?.evalCase !== evalCase) first = { evalCase, target: target.name, panels };
    for (const [index, { evaluator, makeup }] of panels.entries()) {
      const other = first.panels[index];
      if (!other || seats(other.makeup) === seats(makeup)) continue;
      const ids = (panel: PanelMakeup): string => panel.judges.map(({ id }) => id).join(', ');
      throw new ConfigError(
        `evaluator "${evaluator}" of case "${evalCase.id}" compares targets that have different judges: ${first.target} has ${ids(other.makeup)}, ${target.name} has ${ids(makeup)}`,
        { hint: `name judges for all of them: ${say('judges', 'provider:model')}, judges: in .assay/config.yaml, or model: of the evaluator`, location },
      );
    }
  };
}
