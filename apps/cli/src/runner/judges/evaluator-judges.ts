import { ConfigError, nearestMatch, type JudgeSpec, type PanelSpec, type ReportDiagnostic, type SourceLocation, type Suite, type TargetDefinition } from '@assay/schema';
import type { TargetResolver } from '../targets/naming/target-resolver.js';
import { isTargetFile } from '../targets/naming/undefined-targets.js';
import type { ChosenJudge, JudgeChoice } from './judge-choice.js';
import type { OptionWords } from '../../options/option-words.js';

/** Providers whose targets have no model that could be another one. */
const WITHOUT_MODELS = new Set(['cli', 'replay']);

export interface EvaluatorJudgesOptions {
  readonly resolver: TargetResolver;
  readonly suite: Suite;
  /** Who would judge if the evaluator named nobody. */
  readonly base: JudgeChoice | undefined;
  /** The target of a judge. */
  readonly targetOf: (judge: ChosenJudge, from: JudgeChoice) => Promise<TargetDefinition>;
  readonly report: ReportDiagnostic;
  /** How errors name options. */
  readonly words: OptionWords;
  readonly caseId: string;
  /** Where the case stands. */
  readonly location: SourceLocation;
}

/** True for what is a judge by its name alone; anything else is a model of whoever judges otherwise. */
export function isKnownJudge(name: string, { resolver, suite }: Pick<EvaluatorJudgesOptions, 'resolver' | 'suite'>): boolean {
  return name.includes(':') || isTargetFile(name) || name === 'mock' || resolver.hasCollection(name) || resolver.has(name, suite);
}

/** A name that is nearly that of a target was probably meant to be it. */
function warnOfNearName(model: string, judge: TargetDefinition, { resolver, suite, report, location }: EvaluatorJudgesOptions): void {
  const near = nearestMatch(model, resolver.names(suite));
  if (near === undefined) return;
  report({
    severity: 'warning',
    code: 'model-or-target',
    message: `there is no target "${model}", so it is taken for a model of "${judge.name}"`,
    location,
    hint: `did you mean "${near}"? otherwise write it as ${judge.provider}:${model}`,
  });
}

function nobodyToAsk(model: string, { base, words, caseId, location }: EvaluatorJudgesOptions): ConfigError {
  const [judge] = base?.unnamed ? [] : (base?.judges ?? []);
  const why = judge ? `the judge "${judge.model}" has no models` : 'no judge is named whose provider could have it';
  return new ConfigError(`judge "${model}" (from an evaluator of case "${caseId}"): there is no target "${model}", and ${why}`, {
    hint: `write it as provider:model, or name a judge (${words.say('judges')}, judge_target of the target, or judges: in .assay/config.yaml) whose connection is to be used`,
    location,
  });
}

/** A bare model name means: that model, over the connection of the one that would judge otherwise. */
async function withConnection(spec: JudgeSpec, options: EvaluatorJudgesOptions): Promise<ChosenJudge> {
  const { model } = spec;
  if (isKnownJudge(model, options)) return spec;
  const { base, resolver, caseId, location } = options;
  resolver.checkModel({ name: model, namedBy: `judge "${model}" (from an evaluator of case "${caseId}")`, location, role: 'judge' });
  const [judge] = base?.judges ?? [];
  // A panel that nobody named is no connection that somebody meant.
  if (!base || base.unnamed || !judge) throw nobodyToAsk(model, options);
  const target = await options.targetOf(judge, base);
  if (WITHOUT_MODELS.has(target.provider)) throw nobodyToAsk(model, options);
  warnOfNearName(model, target, options);
  return { ...spec, id: spec.id ?? model, target: resolver.withModel(target, model) };
}

/**
 * The judges that an evaluator names: targets, `provider:model`, files, or models by their bare names.
 * @throws ConfigError for a bare name when there is nobody whose connection could be used.
 */
export async function evaluatorJudges(spec: PanelSpec, options: EvaluatorJudgesOptions): Promise<JudgeChoice> {
  const { caseId, location } = options;
  return {
    judges: await Promise.all(spec.judges.map((judge) => withConnection(judge, options))),
    backup: spec.backup && (await withConnection(spec.backup, options)),
    namedBy: `an evaluator of case "${caseId}"`,
    location,
  };
}
