import {
  ConfigError,
  type EvalCase,
  type EvaluatorDefinition,
  type JudgePanel,
  type JudgeSpec,
  type PanelSpec,
  type Provider,
  type ReportDiagnostic,
  type Suite,
  type TargetDefinition,
  type Trial,
} from '@assay/schema';
import { chooseJudges, type JudgeChoice, type JudgeChoiceOptions } from '../judges/judge-choice.js';
import { judgeNeeds } from '../judges/judge-needs.js';
import type { TargetBook } from '../targets/target-book.js';

export interface PanelMembers {
  readonly judges: readonly { readonly id: string; readonly provider: Provider }[];
  readonly backup?: { readonly id: string; readonly provider: Provider } | undefined;
  readonly quorum?: number | undefined;
}

export interface ReadinessOptions {
  readonly book: TargetBook;
  readonly choice: JudgeChoiceOptions;
  readonly evaluators: readonly EvaluatorDefinition[];
  /** @throws ConfigError when the target cannot be used as it is defined. */
  readonly makeProvider: (target: TargetDefinition) => Promise<Provider>;
  readonly makePanel: (members: PanelMembers) => JudgePanel;
  readonly report: ReportDiagnostic;
}

/**
 * Makes targets and judges ready before the trials that need them, each once. Everything that is
 * wrong with a configuration shows here, before the first request.
 */
export interface Readiness {
  /** @throws ConfigError */
  prepare(target: TargetDefinition, suite: Suite, evalCase: EvalCase): Promise<void>;
  /** The provider of a prepared target. */
  providerFor(target: TargetDefinition): Provider;
  /** Finds the panels of a prepared trial. */
  judgesFor(trial: Trial): (spec?: PanelSpec) => JudgePanel;
  /** Most trials at once of a target (`workers`), where it says so. */
  workersOf(target: string): number | undefined;
  /** Ids of all judges that have been made ready. */
  judgeIds(): readonly string[];
  close(): Promise<void>;
}

export function createReadiness(options: ReadinessOptions): Readiness {
  const providers = new Map<TargetDefinition, Promise<Provider>>();
  const ready = new Map<TargetDefinition, Provider>();
  const panels = new Map<string, JudgePanel>();
  const judgeIds = new Set<string>();
  const selfJudging = new Set<string>();
  const suites = new Map<string, Suite>();
  const workers = new Map<string, number>();

  function provide(target: TargetDefinition): Promise<Provider> {
    let provider = providers.get(target);
    if (!provider) {
      provider = options.makeProvider(target).then((made) => {
        ready.set(target, made);
        if (target.workers !== undefined) workers.set(target.name, target.workers);
        return made;
      });
      providers.set(target, provider);
    }
    return provider;
  }

  function panelKey(target: TargetDefinition, suite: Suite, panel: PanelSpec | undefined): string {
    return `${suite.file}\n${target.name}\n${panel === undefined ? '' : JSON.stringify(panel)}`;
  }

  async function member(reference: JudgeSpec, suite: Suite, namedBy: string) {
    try {
      const provider = await provide(await options.book.find(reference.model, suite));
      return { id: reference.id ?? reference.model, provider };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new ConfigError(`judge "${reference.id ?? reference.model}" (from ${namedBy}): ${error.message}`, {
        hint: error.hint,
        location: error.location,
        cause: error,
      });
    }
  }

  /** A bare model name means: that model, at the provider that would judge anyway. */
  async function named(spec: JudgeSpec, suite: Suite, base: JudgeChoice | undefined): Promise<JudgeSpec> {
    const { model } = spec;
    if (model.includes(':')) return spec;
    try {
      await options.book.find(model, suite);
      return spec;
    } catch (error) {
      const judge = base?.judges[0];
      if (!(error instanceof ConfigError) || !judge) throw error;
      const target = await options.book.find(judge.model, suite);
      return { ...spec, id: spec.id ?? model, model: `${target.provider}:${model}` };
    }
  }

  async function choiceFor(
    target: TargetDefinition,
    suite: Suite,
    panel: PanelSpec | undefined,
    caseId: string,
  ): Promise<JudgeChoice> {
    const base = chooseJudges(target, suite.dialect, options.choice);
    if (panel) {
      const judges = await Promise.all(panel.judges.map((judge) => named(judge, suite, base)));
      const backup = panel.backup && (await named(panel.backup, suite, base));
      return { judges, backup, namedBy: `an evaluator of case "${caseId}"` };
    }
    if (base) return base;
    throw new ConfigError(`case "${caseId}" needs an LLM judge, but target "${target.name}" is no model that could judge`, {
      hint: 'name one with --judge provider:model, as judge_target of the target, or under judges: in .assay/config.yaml',
    });
  }

  async function preparePanel(
    target: TargetDefinition,
    suite: Suite,
    panel: PanelSpec | undefined,
    caseId: string,
  ): Promise<void> {
    const key = panelKey(target, suite, panel);
    if (panels.has(key)) return;
    const choice = await choiceFor(target, suite, panel, caseId);
    const judges = await Promise.all(choice.judges.map((judge) => member(judge, suite, choice.namedBy)));
    const backup = choice.backup ? await member(choice.backup, suite, choice.namedBy) : undefined;
    panels.set(key, options.makePanel({ judges, backup, quorum: choice.quorum }));
    for (const { id } of judges) judgeIds.add(id);
    if (choice.self && !selfJudging.has(target.name)) {
      selfJudging.add(target.name);
      options.report({
        severity: 'warning',
        code: 'self-judging',
        message: `target "${target.name}" judges its own replies, because no judge is named`,
        hint: 'name another model with --judge provider:model; models tend to favour their own answers',
      });
    }
  }

  return {
    async prepare(target, suite, evalCase) {
      suites.set(suite.name, suite);
      await provide(target);
      for (const { panel } of judgeNeeds(evalCase, options.evaluators)) {
        await preparePanel(target, suite, panel, evalCase.id);
      }
    },
    providerFor(target) {
      const provider = ready.get(target);
      if (!provider) throw new ConfigError(`target "${target.name}" was not made ready`);
      return provider;
    },
    judgesFor(trial) {
      return (spec) => {
        const suite = suites.get(trial.suite);
        const panel = suite && panels.get(panelKey(trial.target, suite, spec));
        if (!panel) throw new ConfigError(`no judges were made ready for case "${trial.evalCase.id}"`);
        return panel;
      };
    },
    workersOf: (name) => workers.get(name),
    judgeIds: () => [...judgeIds].toSorted(),
    async close() {
      await Promise.all([...ready.values()].map((provider) => provider.close?.()));
    },
  };
}

