import type { Similarity } from '@assay/engine';
import {
  ConfigError,
  referenceAnswer,
  suiteKey,
  type EvaluatorDefinition,
  type JudgePanel,
  type LocatedCase,
  type PanelSpec,
  type Provider,
  type Suite,
  type TargetDefinition,
  type Trial,
} from '@assay/schema';
import { rememberedSearch } from '../judges/find-evaluator.js';
import { judgeNeeds } from '../judges/judge-needs.js';
import { createPanels, type PanelOptions } from '../judges/prepare-panels.js';

/** A similarity measure with what frees its connections. */
export interface MadeSimilarity {
  readonly similarity: Similarity;
  close(): Promise<void>;
}

export interface RunResourcesOptions extends PanelOptions {
  readonly evaluators: readonly EvaluatorDefinition[];
  /** @throws ConfigError when the target cannot be used as it is defined. */
  readonly makeProvider: (target: TargetDefinition) => Promise<Provider>;
  /** Makes a similarity measure ready; undefined when none is configured. */
  readonly makeSimilarity?: (() => Promise<MadeSimilarity>) | undefined;
}

/**
 * Makes targets and judges ready before the trials that need them, each once. Everything that is
 * wrong with a configuration shows here, before the first request.
 */
export interface RunResources {
  /** @throws ConfigError */
  prepare(target: TargetDefinition, suite: Suite, located: LocatedCase): Promise<void>;
  /** The provider of a prepared target. */
  providerFor(target: TargetDefinition): Provider;
  /** Finds the panels of a prepared trial. */
  judgesFor(trial: Trial): (spec?: PanelSpec) => JudgePanel;
  /** Measures replies against reference answers; undefined when none is configured. */
  readonly similarity: Similarity | undefined;
  /** Most trials at once of a target (`workers`), where it says so. */
  workersOf(target: string): number | undefined;
  /** The largest number of requests at once (`workers`) that a judge of the run takes; 0 where none says so. */
  mostJudgeWorkers(): number;
  /** Ids of all judges that have been made ready. */
  judgeIds(): readonly string[];
  close(): Promise<void>;
}

export function createRunResources(options: RunResourcesOptions): RunResources {
  const providers = new Map<TargetDefinition, Promise<Provider>>();
  const ready = new Map<TargetDefinition, Provider>();
  const suites = new Map<string, Suite>();
  const find = rememberedSearch(options.evaluators);
  let current: Suite | undefined;
  const workers = new Map<string, number>();
  let similarity: MadeSimilarity | undefined;

  async function make(target: TargetDefinition): Promise<Provider> {
    const provider = await options.makeProvider(target);
    for (const finding of (await provider.prepare?.()) ?? []) options.report(finding);
    ready.set(target, provider);
    if (target.workers !== undefined) workers.set(target.name, target.workers);
    return provider;
  }

  function provide(target: TargetDefinition): Promise<Provider> {
    let provider = providers.get(target);
    if (!provider) providers.set(target, (provider = make(target)));
    return provider;
  }

  let mostJudgeWorkers = 0;
  const panels = createPanels(options, (target) => {
    mostJudgeWorkers = Math.max(mostJudgeWorkers, target.workers ?? 0);
    return provide(target);
  });

  const measure: Similarity['measure'] = (reference, reply, request) => {
    if (!similarity) throw new ConfigError('embeddings were not made ready');
    return similarity.similarity.measure(reference, reply, request);
  };

  return {
    async prepare(target, suite, { evalCase, location }) {
      // Of most cases all of this is known: they come one after the other from the same file.
      if (suite !== current) suites.set(suiteKey({ suite: suite.name, suitePath: suite.path }), (current = suite));
      if (!ready.has(target)) await provide(target);
      for (const { panel } of judgeNeeds(evalCase, find)) {
        await panels.prepare({ target, suite, spec: panel }, { caseId: evalCase.id, location });
      }
      if (options.makeSimilarity && !similarity && referenceAnswer(evalCase.expectedMessages).trim() !== '') {
        similarity = await options.makeSimilarity();
      }
    },
    providerFor(target) {
      const provider = ready.get(target);
      if (!provider) throw new ConfigError(`target "${target.name}" was not made ready`);
      return provider;
    },
    judgesFor(trial) {
      return (spec) => {
        const suite = suites.get(suiteKey(trial));
        const panel = suite && panels.find({ target: trial.target, suite, spec });
        if (!panel) throw new ConfigError(`no judges were made ready for case "${trial.evalCase.id}"`);
        return panel;
      };
    },
    similarity: options.makeSimilarity && { measure },
    workersOf: (name) => workers.get(name),
    mostJudgeWorkers: () => mostJudgeWorkers,
    judgeIds: () => panels.ids(),
    async close() {
      await Promise.all([...ready.values(), similarity].map((made) => made?.close?.()));
    },
  };
}
