import type { RunResources, TextEmbeddings } from '@assay/engine';
import {
  ConfigError,
  definitionFinder,
  referenceAnswer,
  saltedDigest,
  suiteKey,
  type EvalCase,
  type EvaluatorDefinition,
  type JsonObject,
  type Provider,
  type Suite,
  type TargetDefinition,
  type Trial,
} from '@assay/schema';
import { assessorsDigest } from './assessors-digest.js';
import { closeAll } from './close-all.js';
import { judgeNeeds, type JudgeNeed } from '../judges/judge-needs.js';
import { createSameJudges } from '../judges/same-judges.js';
import { usesEmbeddings } from './uses-embeddings.js';
import { createPanels, type PanelMakeup, type PanelOptions } from '../judges/prepare-panels.js';
import { askedIdentity, type AskedIdentity } from './asked-identity.js';

/** An embedding model with what frees its connections. */
export interface MadeEmbeddings {
  /** Which model it is. */
  readonly target: TargetDefinition;
  readonly embeddings: TextEmbeddings;
  close(): Promise<void>;
}

export interface RunResourcesOptions extends PanelOptions {
  /** Of the run: trials of others are refused. */
  readonly suites: readonly Suite[];
  readonly placesOf: (suite: Suite) => SuitePlaces;
  readonly evaluators: readonly EvaluatorDefinition[];
  /** @throws ConfigError when the target cannot be used as it is defined. */
  readonly makeProvider: (target: TargetDefinition) => Promise<Provider>;
  /** Makes the embedding model ready; undefined when none is configured. */
  readonly makeEmbeddings?: (() => Promise<MadeEmbeddings>) | undefined;
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
  /** Takes trials of this suite too. One that is there already stays. */
  addSuite(suite: Suite): void;
  /** Who is asked for a trial that was prepared, and who judges it: equal wherever the same are asked. Holds no secret. */
  identityOf(trial: Trial): AskedIdentity;
  /** Who assesses a trial that was prepared, as `of` says it in the run that the salt is of. */
  assessorsOf(trial: Trial, salt: string): string | undefined;
}

/** Where a suite's files are, absolute. */
export interface SuitePlaces {
  readonly directory: string;
  readonly projectRoot: string;
}

/** True for a case that names an answer as right, which replies can be measured against. */
function hasReference({ expectedMessages }: EvalCase): boolean {
  return referenceAnswer(expectedMessages).trim() !== '';
}

/** Makes targets and judges ready before the trials that need them. */
export function createRunResources(options: RunResourcesOptions): LocalResources {
  const providers = new Map<TargetDefinition, Promise<Provider>>();
  const ready = new Map<TargetDefinition, Provider>();
  const suites = new Map<string, { readonly suite: Suite; readonly places: SuitePlaces }>();
  const find = definitionFinder(options.evaluators);
  let made: MadeEmbeddings | undefined;

  function addSuite(suite: Suite): void {
    const key = suiteKey({ suite: suite.name, suitePath: suite.path });
    if (!suites.has(key)) suites.set(key, { suite, places: options.placesOf(suite) });
  }
  options.suites.forEach(addSuite);

  async function make(target: TargetDefinition): Promise<Provider> {
    const provider = await options.makeProvider(target);
    for (const finding of (await provider.prepare?.()) ?? []) options.report(finding);
    ready.set(target, provider);
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

  function wantsEmbeddings(evalCase: EvalCase): boolean {
    return usesEmbeddings(evalCase, find) !== undefined || hasReference(evalCase);
  }

  /** Whatever looks at the meaning of replies gets a model before the first request: an evaluator must, a metric may. */
  async function prepareEmbeddings(trial: Trial): Promise<void> {
    const { evalCase, location } = trial;
    const needs = usesEmbeddings(evalCase, find);
    if (needs !== undefined && !options.makeEmbeddings) {
      throw new ConfigError(`evaluator "${needs}" of case "${evalCase.id}" needs an embedding model, and none is named`, {
        hint: 'name one with --embeddings provider:model, or as embeddings: in .assay/config.yaml',
        location,
      });
    }
    if (made || !options.makeEmbeddings) return;
    if (wantsEmbeddings(evalCase)) made = await options.makeEmbeddings();
  }

  function suiteOf(trial: Trial) {
    const found = suites.get(suiteKey(trial));
    if (!found) throw new ConfigError(`suite "${trial.suite}" (${trial.suitePath}) is no part of this run`);
    return found;
  }

  function makeupsOf(trial: Trial): readonly PanelMakeup[] {
    const { suite } = suiteOf(trial);
    return judgeNeeds(trial.evalCase, find).flatMap(({ panel }) => panels.makeupOf({ target: trial.target, suite, spec: panel }) ?? []);
  }

  function embeddingsOf({ evalCase }: Trial): MadeEmbeddings | undefined {
    return wantsEmbeddings(evalCase) ? made : undefined;
  }

  function assessorsOf(trial: Trial, identityOf: RunResourcesOptions['identityOf']): string | undefined {
    const embeddings = embeddingsOf(trial);
    return assessorsDigest({
      makeups: makeupsOf(trial),
      embeddings: embeddings ? [identityOf(embeddings.target)] : [],
      identityOf,
      promptVersion: options.promptVersion,
    });
  }

  const sameJudges = createSameJudges();

  function comparingPanels(needs: readonly JudgeNeed[], trial: Trial) {
    const { suite } = suiteOf(trial);
    return needs.flatMap(({ panel, comparing }) => {
      const makeup = comparing === undefined ? undefined : panels.makeupOf({ target: trial.target, suite, spec: panel });
      return comparing === undefined || !makeup ? [] : [{ evaluator: comparing, makeup }];
    });
  }

  // Variants and repeats of a case come one after the other, and need the same.
  let last: Pick<Trial, 'evalCase' | 'target'> | undefined;

  return {
    async prepare(trial) {
      const { target, evalCase, location } = trial;
      if (last?.evalCase === evalCase && last.target === target) return;
      if (!ready.has(target)) await provide(target);
      const needs = judgeNeeds(evalCase, find);
      if (needs.length > 0) {
        const { suite } = suiteOf(trial);
        for (const { panel } of needs) await panels.prepare({ target, suite, spec: panel }, { caseId: evalCase.id, location });
        sameJudges(trial, comparingPanels(needs, trial));
      }
      await prepareEmbeddings(trial);
      last = { evalCase, target };
    },
    of(trial) {
      const provider = ready.get(trial.target);
      if (!provider) throw new ConfigError(`target "${trial.target.name}" was not made ready`);
      const { suite, places } = suiteOf(trial);
      return {
        provider,
        judges(spec) {
          const panel = panels.find({ target: trial.target, suite, spec });
          if (!panel) throw new ConfigError(`no judges were made ready for case "${trial.evalCase.id}"`);
          return panel;
        },
        get assessors() {
          return assessorsOf(trial, options.identityOf);
        },
        ...places,
        embeddings: made?.embeddings,
      };
    },
    mostJudgeWorkers: () => mostJudgeWorkers,
    judgeIds: () => panels.ids(),
    addSuite,
    identityOf(trial) {
      const { identify } = options;
      return askedIdentity({ target: trial.target, makeups: makeupsOf(trial), embeddings: embeddingsOf(trial)?.target, identify });
    },
    assessorsOf: (trial, salt) => assessorsOf(trial, (target) => saltedDigest(salt, options.identify(target))),
    async close() {
      const embeddings = made && [{ name: made.target.name, close: made.close }];
      await closeAll([...ready.values(), ...(embeddings ?? [])], options.announce);
    },
  };
}
