import type { EvaluatorDefinition, Suite, Trial } from '@assay/schema';
import { judgeNeeds, type JudgeNeed } from './judge-needs.js';
import type { PanelMakeup, Panels } from './prepare-panels.js';
import { createSameJudges } from './same-judges.js';
import type { OptionWords } from '../../options/option-words.js';

/** A panel of a trial, with what it is needed for. */
export interface TrialPanel extends Pick<JudgeNeed, 'comparing' | 'judgements'> {
  readonly makeup: PanelMakeup;
}

/** The panels that trials need. */
interface TrialJudges {
  /** @throws ConfigError, InvalidFileError as {@link Panels} do; ConfigError where replies that are compared would have different judges. */
  prepare(trial: Trial, needs: readonly JudgeNeed[]): Promise<void>;
  /** Those of a trial that was prepared. */
  of(trial: Trial): readonly TrialPanel[];
}

interface TrialJudgesOptions {
  readonly panels: Panels;
  readonly suites: { of(trial: Trial): { readonly suite: Suite } };
  /** Finds an installed evaluator. */
  readonly find: (type: string) => EvaluatorDefinition | undefined;
  /** How errors name options. */
  readonly words: OptionWords;
}

/** Makes the judges of trials ready, the same for all replies that are compared. */
export function createTrialJudges({ panels, suites, find, words }: TrialJudgesOptions): TrialJudges {
  const sameJudges = createSameJudges(words);

  function makeupsOf(trial: Trial, needs: readonly JudgeNeed[]): readonly TrialPanel[] {
    if (needs.length === 0) return [];
    const { suite } = suites.of(trial);
    return needs.flatMap(({ panel, comparing, judgements }) => {
      const makeup = panels.makeupOf({ target: trial.target, suite, spec: panel });
      return makeup ? [{ makeup, comparing, judgements }] : [];
    });
  }

  return {
    async prepare(trial, needs) {
      const { target, evalCase, location, evaluatorLocation } = trial;
      const { suite } = suites.of(trial);
      for (const { panel, evaluator } of needs) {
        await panels.prepare({ target, suite, spec: panel }, { caseId: evalCase.id, location: evaluatorLocation?.(evaluator) ?? location });
      }
      sameJudges(trial, makeupsOf(trial, needs).flatMap(({ makeup, comparing }) => (comparing === undefined ? [] : [{ evaluator: comparing, makeup }])));
    },
    of: (trial) => makeupsOf(trial, judgeNeeds(trial.evalCase, find)),
  };
}
