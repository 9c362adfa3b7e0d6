import type { RunResources } from '@assay/engine';
import {
  ConfigError,
  definitionFinder,
  type BudgetAccount,
  type EvaluatorDefinition,
  type JsonObject,
  type Provider,
  type Suite,
  type TargetDefinition,
  type Trial,
  type WeighedJudge,
} from '@assay/schema';
import { saltedDigest } from '../../secrets/salted-digest.js';
import { judgeNeeds, type JudgeNeed } from '../judges/judge-needs.js';
import { createPanels, type PanelOptions } from '../judges/prepare-panels.js';
import { createTrialJudges } from '../judges/trial-judges.js';
import { askedParties, type AskedParties } from './asked-parties.js';
import { assessorsDigest, describeAssessors, type AssessingParties, type Assessors } from './assessors.js';
import { closeAll } from './close-all.js';
import type { MadeEmbeddings } from '../targets/make-embeddings.js';
import { createRunEmbeddings } from './prepare-embeddings.js';
import { createSuiteRegister, type SuitePlaces } from './suite-register.js';
import { wordsOf } from '../../options/option-words.js';

/** The models that are asked about a trial, by all that changes an answer. To be digested, not to be shown. */
interface AskedIdentity extends Assessors {
  readonly target: JsonObject;
}

export interface RunResourcesOptions extends PanelOptions {
  /** The suites of the run: trials of other suites are refused. */
  readonly suites: readonly Suite[];
  readonly placesOf: (suite: Suite) => SuitePlaces;
  readonly evaluators: readonly EvaluatorDefinition[];
  /** @throws ConfigError when the target cannot be used as it is defined. */
  readonly makeProvider: (target: TargetDefinition) => Promise<Provider>;
  /** Makes the embedding model ready; undefined when none is configured. */
  readonly makeEmbeddings?: (() => Promise<MadeEmbeddings>) | undefined;
  /** What the requests of a trial are paid from; undefined when nothing limits them. */
  readonly accountOf: (trial: Trial) => BudgetAccount | undefined;
  /** What a target is, as far as it changes answers, without its secrets. */
  readonly identify: (target: TargetDefinition) => JsonObject;
  /** Digest of what a target that was made ready stands for. */
  readonly identityOf: (target: TargetDefinition) => string | undefined;
  /** Version of what judges are asked. */
  readonly promptVersion: string;
}

/** The resources of a run in this process, with what its schedule and its manifest want to know of them. */
export interface LocalResources extends RunResources {
  /** The largest number of requests at once (`workers`) that a judge of the run takes; 0 where none says so. */
  mostJudgeWorkers(): number;
  /** Ids of all judges that have been made ready. */
  judgeIds(): readonly string[];
  /** The judges whose votes are weighed by labels. */
  judgeWeights(): readonly WeighedJudge[];
  /** Who is asked for a trial that was prepared: its target, a panel for each evaluator that asks one, and an embedding model. */
  partiesOf(trial: Trial): AskedParties;
  /** Makes a target ready before the first trial on it, and loads what its first request needs. @throws as `prepare` would. */
  warmUp(target: TargetDefinition): Promise<void>;
  /** Takes trials of this suite too. A suite that was added before is not replaced. */
  addSuite(suite: Suite): void;
  /** The models that answer and judge a trial that was prepared: equal on all machines where the same are asked. Holds no secret. */
  identityOf(trial: Trial): AskedIdentity;
  /** A digest of the models that assess a trial that was prepared, salted as those of the run; undefined where none does. */
  assessorsOf(trial: Trial, salt: string): string | undefined;
}

/** Judges are made ready before the first request, by what definitions say: only those of the program's own can have forgotten it. */
const NEEDS_JUDGES = "say in the definition of the evaluator that it asks judges, with uses: ['judge'], and in judgesOf() which, where these are not those of the run";

/** Targets by their definitions, each made ready once. */
function createProviders({ makeProvider, report }: RunResourcesOptions) {
  const providers = new Map<TargetDefinition, Promise<Provider>>();
  const ready = new Map<TargetDefinition, Provider>();
  const make = async (target: TargetDefinition): Promise<Provider> => {
    const provider = await makeProvider(target);
    for (const finding of (await provider.prepare?.()) ?? []) report(finding);
    ready.set(target, provider);
    return provider;
  };
  return {
    ready,
    provide(target: TargetDefinition): Promise<Provider> {
      let provider = providers.get(target);
      if (!provider) providers.set(target, (provider = make(target)));
      return provider;
    },
  };
}

/** Makes targets and judges ready before the trials that need them. */
export function createRunResources(options: RunResourcesOptions): LocalResources {
  const { ready, provide } = createProviders(options);
  const suites = createSuiteRegister(options.suites, options.placesOf);
  const find = definitionFinder(options.evaluators);
  const words = wordsOf(options.choice);
  const embeddings = createRunEmbeddings(find, options.makeEmbeddings, words);
  let mostJudgeWorkers = 0;
  const panels = createPanels(options, (target) => {
    mostJudgeWorkers = Math.max(mostJudgeWorkers, target.workers ?? 0);
    return provide(target);
  });
  const judges = createTrialJudges({ panels, suites, find, words });

  function assessorsOf(trial: Trial, identify: AssessingParties['identify']): Assessors {
    const makeups = judges.of(trial).map(({ makeup }) => makeup);
    return describeAssessors({ makeups, embeddings: embeddings.of(trial)?.target, identify });
  }

  function digestOf(trial: Trial, identityOf: RunResourcesOptions['identityOf']): string | undefined {
    return assessorsDigest(assessorsOf(trial, (target) => identityOf(target) ?? null), options.promptVersion);
  }

  // Variants and repeats of a case come one after the other, and need the same.
  let last: Pick<Trial, 'evalCase' | 'target'> | undefined;
  const prepared = ({ evalCase, target }: Trial): void => {
    last = { evalCase, target };
  };

  /** What is left when the target is ready and there are no judges to wait for, as for nearly all trials: nothing that takes time. */
  function prepareRest(trial: Trial): Promise<void> | void {
    return embeddings.prepare(trial)?.then(() => prepared(trial)) ?? prepared(trial);
  }

  async function prepareWith(trial: Trial, needs: readonly JudgeNeed[]): Promise<void> {
    if (!ready.has(trial.target)) await provide(trial.target);
    if (needs.length > 0) await judges.prepare(trial, needs);
    await prepareRest(trial);
  }

  return {
    prepare(trial) {
      const { target, evalCase } = trial;
      if (last?.evalCase === evalCase && last.target === target) return undefined;
      const needs = judgeNeeds(evalCase, find);
      return ready.has(target) && needs.length === 0 ? prepareRest(trial) : prepareWith(trial, needs);
    },
    of(trial) {
      const provider = ready.get(trial.target);
      if (!provider) throw new ConfigError(`target "${trial.target.name}" was not made ready`);
      const { suite, places } = suites.of(trial);
      return {
        provider,
        judges(spec) {
          const panel = panels.find({ target: trial.target, suite, spec });
          if (!panel) throw new ConfigError(`an evaluator asks judges that were not made ready for case "${trial.evalCase.id}"`, { hint: NEEDS_JUDGES });
          return panel;
        },
        assessors: () => digestOf(trial, options.identityOf),
        directory: places.directory,
        projectRoot: places.projectRoot,
        embeddings: embeddings.made?.embeddings,
        account: options.accountOf(trial),
      };
    },
    mostJudgeWorkers: () => mostJudgeWorkers,
    judgeIds: () => panels.ids(),
    judgeWeights: () => panels.weights(),
    partiesOf: (trial) => askedParties(trial, judges.of(trial), embeddings.of(trial), (target) => ready.get(target)),
    async warmUp(target) {
      const provider = await provide(target);
      await provider.warmUp?.();
    },
    addSuite: (suite) => suites.add(suite),
    identityOf: (trial) => ({ target: options.identify(trial.target), ...assessorsOf(trial, options.identify) }),
    assessorsOf: (trial, salt) => digestOf(trial, (target) => saltedDigest(salt, options.identify(target))),
    async close() {
      const { made } = embeddings;
      await closeAll([...ready.values(), ...(made ? [{ name: made.target.name, close: made.close }] : [])], options.announce);
    },
  };
}
