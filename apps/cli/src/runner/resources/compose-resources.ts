import { resolve } from 'node:path';
import { createJudge, createJudgePanel, DEFAULT_BACKUP, DEFAULT_JUDGES, JUDGE_PROMPT_VERSION, nameJudges } from '@assay/judges';
import { containmentRoot } from '@assay/loaders';
import { findRetirement } from '@assay/providers';
import { DEFAULT_VERDICT_THRESHOLDS, type JsonObject, type Provider, type ReportDiagnostic, type Suite, type TargetDefinition, type WeighedJudge } from '@assay/schema';
import { withRedactedRequests } from '../../secrets/redacted-requests.js';
import { targetFolder, type Trust } from '../../trust/trust.js';
import { currentJudges } from '../judges/current-judges.js';
import type { JudgeWeights } from '../judges/calibrated-weights.js';
import type { PanelMember } from '../judges/panel-members.js';
import type { PanelMembers, PanelOptions } from '../judges/prepare-panels.js';
import type { Reading } from '../reading/compose-reading.js';
import { suiteFolder } from '../reading/suite-folder.js';
import type { RunSettings } from '../run-settings.js';
import { embeddingsReference } from '../targets/embeddings-reference.js';
import { providerMaker } from '../targets/make-provider.js';
import { makeEmbeddings } from '../targets/make-embeddings.js';
import type { TargetMakerOptions } from '../targets/resolve-target.js';
import { judgeSettings } from '../targets/identity/judge-settings.js';
import { targetIdentity } from '../targets/identity/target-identity.js';
import type { TargetResolver } from '../targets/naming/target-resolver.js';
import { createRunResources, type LocalResources } from './run-resources.js';
import type { SuitePlaces } from './suite-register.js';

function configuredPanel(judges: Reading['project']['judges']) {
  return judges && { judges: judges.panel, backup: judges.backup, quorum: judges.quorum, consensus: judges.consensus, cascade: judges.cascade };
}

/** A judge whose requests are paid from what its suite may take. */
function paidBy(provider: Provider, suite: Suite, budget: ComposeResourcesOptions['budget']): Provider {
  if (!budget) return provider;
  return { ...provider, generate: (request) => provider.generate({ ...request, account: budget.account({ suite: suite.name, suitePath: suite.path }) }) };
}

/** Score from which a case passes in this project. */
function passLimitOf({ project }: Reading): number {
  return (project.verdicts ?? DEFAULT_VERDICT_THRESHOLDS).pass;
}

function panelMaker({ reading, budget }: ComposeResourcesOptions, identify: Identify) {
  const { redactor } = reading;
  return ({ judges: members, backup, quorum, consensus, cascade }: PanelMembers, suite: Suite) => {
    const weights = members.flatMap(({ id, weight }): [string, number][] => (weight === undefined ? [] : [[id, weight]]));
    const judge = (member: PanelMember, repeat = 1) =>
      createJudge({ ...member, repeat, settings: judgeSettings(identify(member.target)), provider: withRedactedRequests(paidBy(member.provider, suite, budget), redactor) });
    return createJudgePanel({
      judges: members.map((member, index) => judge(member, members.slice(0, index + 1).filter(({ provider }) => provider === member.provider).length)),
      backup: backup && judge(backup),
      quorum,
      consensus,
      weights: Object.fromEntries(weights),
      passLimit: passLimitOf(reading),
      cascade: cascade && { ...cascade, first: judge(cascade.first) },
    });
  };
}

/** What judges count by labels; the file of these is read when the first of them is weighed. */
function weigher({ reading, cwd, keptWeights = [] }: ComposeResourcesOptions, identify: Identify): PanelOptions['weigh'] {
  let weights: Promise<JudgeWeights> | undefined;
  return async ({ id, provider, target }) => {
    weights ??= import('../judges/calibrated-weights.js').then(({ readJudgeWeights }) =>
      readJudgeWeights({ root: reading.project.root, cwd, kept: keptWeights, passLimit: passLimitOf(reading), promptVersion: JUDGE_PROMPT_VERSION }),
    );
    // Its votes carry the model that the judge calls its own.
    const { model } = createJudge({ id, provider });
    return { id, model, weight: (await weights).of({ id, model, settings: judgeSettings(identify(target)) }) };
  };
}

/** What a target stands for. */
type Identify = (target: TargetDefinition) => JsonObject;

/** What targets are, each looked at once. */
function identifier({ reading, cwd, identities }: ComposeResourcesOptions): Identify {
  const { definitions: { providers }, project: { modelAliases }, trust } = reading;
  const known = new WeakMap<TargetDefinition, JsonObject>();
  return (target) => {
    const contentOf = (file: string): string | undefined => identities.contentOf(resolve(targetFolder(target, cwd), file));
    const identity = known.get(target) ?? targetIdentity(target, { env: trust.environmentOf(target), modelAliases, providers, contentOf });
    known.set(target, identity);
    return identity;
  };
}

export interface ComposeResourcesOptions extends TargetMakerOptions {
  readonly settings: RunSettings;
  readonly resolver: TargetResolver;
  readonly suites: readonly Suite[];
  /** What judges weigh in a run that is gone on with. */
  readonly keptWeights?: readonly WeighedJudge[] | undefined;
  /** Hands on what is about no file. */
  readonly announce: ReportDiagnostic;
}

/** The folders of a suite: what its files may name lies in the second. */
function placesOf(suite: Suite, cwd: string, { load }: Trust): SuitePlaces {
  const directory = suiteFolder(suite);
  const root = containmentRoot(directory, cwd);
  return { directory, projectRoot: load?.within?.({ root, directory }) ?? root };
}

/** The targets, judges and embeddings of a run, none of them ready yet. */
export function composeResources(options: ComposeResourcesOptions): LocalResources {
  const { reading, settings, cwd, report, announce, suites, resolver } = options;
  const { definitions, project } = reading;
  const embeddings = embeddingsReference(settings, project);
  const identify = identifier(options);
  return createRunResources({
    suites,
    placesOf: (suite) => placesOf(suite, cwd, reading.trust),
    resolver,
    choice: {
      judges: settings.judges,
      backupJudge: settings.backupJudge,
      words: settings.words,
      configured: configuredPanel(project.judges),
      defaults: currentJudges(
        { judges: DEFAULT_JUDGES, backup: DEFAULT_BACKUP },
        {
          findRetirement,
          isSettled: (model) => resolver.has(model) || Object.hasOwn(project.modelAliases, model),
        },
      ),
    },
    evaluators: definitions.evaluators,
    makeProvider: providerMaker(options),
    makePanel: panelMaker(options, identify),
    accountOf: (trial) => options.budget?.account(trial),
    passLimit: passLimitOf(reading),
    weigh: weigher(options, identify),
    nameJudges,
    identityOf: (target) => options.identities.of(target),
    promptVersion: JUDGE_PROMPT_VERSION,
    makeEmbeddings: embeddings && (() => makeEmbeddings(embeddings, resolver, options)),
    identify,
    report,
    announce,
  });
}
