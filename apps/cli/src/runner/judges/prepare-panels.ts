import {
  canonicalJson,
  ConfigError,
  type JudgePanel,
  type PanelConsensus,
  type PanelSpec,
  type Provider,
  type ReportDiagnostic,
  type SourceLocation,
  type Suite,
  type TargetDefinition,
  type WeighedJudge,
} from '@assay/schema';
import { evaluatorJudges } from './evaluator-judges.js';
import { chooseJudges, type JudgeChoice, type JudgeChoiceOptions } from './judge-choice.js';
import { createPanelSeating, fromWhom, type FirstMember, type PanelMember, type PanelMembersOptions, type ReadyMember } from './panel-members.js';
import { createPanelNotes, isSameModel, type KnownJudge } from './panel-notes.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

export interface PanelMembers<TMember extends PanelMember = PanelMember> {
  readonly judges: readonly TMember[];
  readonly backup?: TMember | undefined;
  readonly quorum?: number | undefined;
  /** Absent for the mean. */
  readonly consensus?: PanelConsensus | undefined;
  readonly cascade?: FirstMember<TMember> | undefined;
}

export interface PanelOptions extends Omit<PanelMembersOptions, 'notes' | 'provide'> {
  readonly choice: JudgeChoiceOptions;
  /** @throws ConfigError when judges cannot sit on one panel. */
  readonly makePanel: (members: PanelMembers, suite: Suite) => JudgePanel;
  /** Score from which a vote is one for the majority, and around which first judges waver. Default 0.8. */
  readonly passLimit?: number | undefined;
  readonly report: ReportDiagnostic;
  /** Hands on warnings that are about no file, so that `strict` changes nothing. */
  readonly announce: ReportDiagnostic;
}

/** What a panel is for. */
interface PanelPurpose {
  /** Whose replies are judged. */
  readonly target: TargetDefinition;
  readonly suite: Suite;
  /** Judges that an evaluator names; undefined for those of the run. */
  readonly spec: PanelSpec | undefined;
}

/** The case that needs a panel, for messages. */
interface PanelCase {
  readonly caseId: string;
  readonly location: SourceLocation;
}

/** The judges of a panel and how they are combined: all about it that can change a score. */
export interface PanelMakeup {
  readonly judges: readonly PanelSeat[];
  /** Absent for a backup that nobody named, which is only there when it happens to have a key. */
  readonly backup?: PanelSeat | undefined;
  readonly quorum?: number | undefined;
  /** Absent for the mean. */
  readonly consensus?: Exclude<PanelConsensus, 'mean'> | undefined;
  readonly cascade?: FirstMember<PanelSeat> | undefined;
  /** Score from which a vote is one for the majority; absent where it decides nothing. */
  readonly passLimit?: number | undefined;
}

/** A judge with the target that it is. */
export type PanelSeat = Pick<ReadyMember, 'id' | 'approach' | 'weight' | 'target'>;

interface MadePanel {
  readonly panel: JudgePanel;
  readonly members: readonly ReadyMember[];
  readonly makeup: PanelMakeup;
}

/** The panels of a run, each made ready once, before the trials that need it. */
export interface Panels {
  /**
   * @throws ConfigError when there is nobody to judge, or a judge cannot be made ready.
   * @throws InvalidFileError when a judge cannot be used as it is written.
   */
  prepare(purpose: PanelPurpose, of: PanelCase): Promise<void>;
  /** A panel that was prepared. */
  find(purpose: PanelPurpose): JudgePanel | undefined;
  /** The makeup of a panel that was prepared. */
  makeupOf(purpose: PanelPurpose): PanelMakeup | undefined;
  /** Ids of all judges that have been made ready, backups apart. */
  ids(): readonly string[];
  /** The judges whose votes are weighed by labels, by id. */
  weights(): readonly WeighedJudge[];
}

function keyOf({ suite, spec }: PanelPurpose): string {
  return `${suite.file}\n${spec === undefined ? '' : canonicalJson(spec)}`;
}

function nobodyJudges({ target }: PanelPurpose, { caseId, location }: PanelCase, { say }: OptionWords): ConfigError {
  return new ConfigError(`case "${caseId}" needs an LLM judge, but target "${target.name}" is no model that could judge`, {
    hint: `name one with ${say('judges', 'provider:model')}, as judge_target of the target, or under judges: in .assay/config.yaml`,
    location,
  });
}

/**
 * Makes panels ready.
 * @param provide gives the guarded provider of a target, the same one every time.
 */
export function createPanels(options: PanelOptions, provide: (target: TargetDefinition) => Promise<Provider>): Panels {
  const { resolver, report } = options;
  const words = wordsOf(options.choice);
  const notes = createPanelNotes(report, options.announce, words);
  /** By the targets themselves: cases of a suite may name files of targets that have one name, and other judges. */
  const panels = new Map<TargetDefinition, Map<string, MadePanel>>();
  const judgeIds = new Set<string>();
  const seating = createPanelSeating({ ...options, notes, provide });

  async function make(choice: JudgeChoice, suite: Suite): Promise<MadePanel> {
    const { quorum, namedBy } = choice;
    const written = choice.consensus ?? options.choice.configured?.consensus;
    const consensus = written === 'calibrated' ? 'mean' : written;
    const { primaries, backup, cascade } = await seating.seat(choice, suite, written === 'calibrated');
    if (backup && quorum !== undefined && quorum > 1 && options.choice.backupJudge !== undefined) notes.idleBackup(backup.id, quorum);
    try {
      return {
        members: [...(cascade ? [cascade.first] : []), ...primaries, ...(backup ? [backup] : [])],
        panel: options.makePanel({ judges: primaries, backup, quorum, consensus, cascade }, suite),
        makeup: {
          judges: primaries,
          backup: choice.spareBackup ? undefined : backup,
          quorum,
          consensus: consensus === 'mean' ? undefined : consensus,
          cascade,
          passLimit: consensus === 'majority' ? options.passLimit : undefined,
        },
      };
    } catch (error) {
      throw fromWhom(error, `judges (from ${namedBy})`, choice.location);
    }
  }

  async function choose(purpose: PanelPurpose, of: PanelCase): Promise<JudgeChoice> {
    const { target, suite, spec } = purpose;
    const { provider } = await provide(target);
    const base = chooseJudges({ target, provider, judgeTarget: resolver.judgeTargetOf(target) }, suite.conventions?.unnamedJudges ?? 'target', options.choice);
    if (spec) return evaluatorJudges(spec, { resolver, suite, base, report, words, ...of, targetOf: (judge, from) => seating.targetOf(judge, from, suite) });
    if (base) return base;
    throw nobodyJudges(purpose, of, words);
  }

  async function tell({ target }: PanelPurpose, members: readonly ReadyMember[], choice: JudgeChoice): Promise<void> {
    const judged: KnownJudge = { id: target.name, target, provider: await provide(target) };
    for (const judge of members) {
      if (judge.provider.fixedTemperature) notes.fixedTemperature(judge);
      if (isSameModel(judged, judge)) notes.selfJudging(judged, judge, choice.self ? undefined : judge.namedBy);
    }
  }

  const madeFor = (purpose: PanelPurpose): MadePanel | undefined => panels.get(purpose.target)?.get(keyOf(purpose));

  return {
    async prepare(purpose, of) {
      if (madeFor(purpose)) return;
      const choice = await choose(purpose, of);
      const made = await make(choice, purpose.suite);
      const ofTarget = panels.get(purpose.target) ?? new Map<string, MadePanel>();
      panels.set(purpose.target, ofTarget.set(keyOf(purpose), made));
      for (const id of made.panel.judgeIds) judgeIds.add(id);
      await tell(purpose, made.members, choice);
    },
    find: (purpose) => madeFor(purpose)?.panel,
    makeupOf: (purpose) => madeFor(purpose)?.makeup,
    ids: () => [...judgeIds].toSorted(),
    weights: () => seating.weights(),
  };
}
