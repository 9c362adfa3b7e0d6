import type { CascadeSpec, DialectConventions, JudgeSpec, SourceLocation, TargetDefinition, WrittenConsensus } from '@assay/schema';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

/** A judge, perhaps with the target that it is, where no name leads to that. */
export interface ChosenJudge extends JudgeSpec {
  readonly target?: TargetDefinition | undefined;
  /** Who named it, where that is somebody else than who named the others. */
  readonly namedBy?: string | undefined;
  /** True when no file named it. */
  readonly vouched?: true | undefined;
  /** The model in whose place it is asked, since its provider has retired that. */
  readonly replaces?: { readonly model: string; readonly retired: string } | undefined;
}

/** {@link CascadeSpec} with a judge that is chosen. */
interface Cascade extends Omit<CascadeSpec, 'first'> {
  readonly first: ChosenJudge;
}

/** The judges of a trial and where they were named. */
export interface JudgeChoice {
  readonly judges: readonly ChosenJudge[];
  readonly backup?: ChosenJudge | undefined;
  /** True for a backup that nobody named: a run goes on without it when it cannot be made ready. */
  readonly spareBackup?: boolean | undefined;
  /** Fewest judges that must succeed; default 1. */
  readonly quorum?: number | undefined;
  /** How scores become one, for whoever judges in this project. */
  readonly consensus?: WrittenConsensus | undefined;
  /** A judge that is asked before these. */
  readonly cascade?: Cascade | undefined;
  /** In words, for messages: `--judge`, `judge_target of target x`, … */
  readonly namedBy: string;
  /** Where that stands, as far as the judges do not say so themselves. */
  readonly location?: SourceLocation | undefined;
  /** True for the panel that blueprints have when nobody names a judge. */
  readonly unnamed?: boolean | undefined;
  /** True when a target judges its own replies because nobody named a judge. */
  readonly self?: boolean | undefined;
}

export interface JudgeChoiceOptions {
  /** Of whoever starts the run. */
  readonly judges: readonly string[];
  readonly backupJudge?: string | undefined;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
  /** Of the project's configuration. */
  readonly configured?: Omit<JudgeChoice, 'namedBy'> | undefined;
  readonly defaults: Omit<JudgeChoice, 'namedBy'>;
}

/** Whose replies are judged. */
export interface JudgedTarget {
  readonly target: TargetDefinition;
  /** Name of its provider, variables and aliases resolved. */
  readonly provider: string;
  /** Its `judge_target`, variables replaced. */
  readonly judgeTarget?: string | undefined;
}

/** Providers whose targets are no models, or only classify, and so judge nothing unless they are named as judges. */
const NO_MODEL = new Set(['cli', 'huggingface', 'mock', 'replay']);

/**
 * Who judges a target's replies: `--judge`, else the target's `judge_target`, else the project's
 * panel, else the default of the suite's dialect: a fixed panel with a backup, or the target's own model; undefined
 * when it is no model.
 * @param unnamed of the suite's dialect.
 */
export function chooseJudges(
  { target, provider, judgeTarget }: JudgedTarget,
  unnamed: NonNullable<DialectConventions['unnamedJudges']>,
  options: JudgeChoiceOptions,
): JudgeChoice | undefined {
  const { say } = wordsOf(options);
  const backup = options.backupJudge === undefined ? {} : { backup: { model: options.backupJudge, namedBy: say('backupJudge'), vouched: true as const } };
  if (options.judges.length > 0) {
    return { judges: options.judges.map((model) => ({ model, vouched: true as const })), namedBy: say('judges'), ...backup };
  }
  if (judgeTarget !== undefined) {
    return {
      judges: [{ model: judgeTarget }],
      namedBy: `judge_target of target "${target.name}"`,
      location: target.location,
      ...backup,
    };
  }
  if (options.configured && options.configured.judges.length > 0) {
    return { ...options.configured, namedBy: 'the project configuration', ...backup };
  }
  if (unnamed === 'panel') {
    const spareBackup = options.backupJudge === undefined;
    const vouched = (judge: ChosenJudge): ChosenJudge => ({ ...judge, vouched: true });
    const { judges, backup: spare } = options.defaults;
    return { ...options.defaults, judges: judges.map(vouched), ...(spare && { backup: vouched(spare) }), namedBy: 'the default panel', unnamed: true, spareBackup, ...backup };
  }
  if (NO_MODEL.has(provider)) return undefined;
  return { judges: [{ model: target.name, target }], namedBy: 'the target itself', self: true, ...backup };
}
