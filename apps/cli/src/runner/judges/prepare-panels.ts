import {
  canonicalJson,
  ConfigError,
  type CascadeSpec,
  type JudgeApproach,
  type JudgePanel,
  type JudgeSpec,
  type PanelConsensus,
  type PanelSpec,
  type Provider,
  type ReportDiagnostic,
  type SourceLocation,
  type Suite,
  type TargetDefinition,
  type WeighedJudge,
} from '@assay/schema';
import { isUnknownPrice } from '../budget/check-price.js';
import { isTargetFile, type TargetResolver } from '../targets/target-resolver.js';
import { evaluatorJudges } from './evaluator-judges.js';
import { chooseJudges, type ChosenJudge, type JudgeChoice, type JudgeChoiceOptions } from './judge-choice.js';
import { createPanelNotes, isSameModel, type KnownJudge } from './panel-notes.js';

export interface PanelMember {
  readonly id: string;
  readonly provider: Provider;
  readonly approach?: JudgeApproach | undefined;
  readonly weight?: number | undefined;
  /** Which target it is, for a digest of its options. */
  readonly target: TargetDefinition;
}

/** A member with the target that it is. */
interface ReadyMember extends PanelMember, KnownJudge {
  readonly namedBy: string;
}

/** A judge whose id is settled. */
interface NamedJudge extends ChosenJudge {
  readonly id: string;
}

/** A member that is asked before the others. */
type FirstMember<TMember> = Omit<CascadeSpec, 'first'> & { readonly first: TMember };

export interface PanelMembers<TMember extends PanelMember = PanelMember> {
  readonly judges: readonly TMember[];
  readonly backup?: TMember | undefined;
  readonly quorum?: number | undefined;
  /** Absent for the mean. */
  readonly consensus?: PanelConsensus | undefined;
  readonly cascade?: FirstMember<TMember> | undefined;
}

export interface PanelOptions {
  readonly resolver: TargetResolver;
  readonly choice: JudgeChoiceOptions;
  /** @throws ConfigError when judges cannot sit on one panel. */
  readonly makePanel: (members: PanelMembers, suite: Suite) => JudgePanel;
  /** Score from which a vote is one for the majority, and around which first judges waver. Default 0.8. */
  readonly passLimit?: number | undefined;
  /**
   * How much a judge counts by labels of what it said.
   * @throws ConfigError when labels do not say it.
   */
  readonly weigh: (judge: PanelMember) => Promise<WeighedJudge>;
  /** Gives every judge the id that its votes carry, in the same order. */
  readonly nameJudges: (specs: readonly JudgeSpec[]) => readonly { readonly id: string }[];
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

/** Who sits on a panel, as far as that decides what is said of a reply. */
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
  /** Who sits on a panel that was prepared. */
  makeupOf(purpose: PanelPurpose): PanelMakeup | undefined;
  /** Ids of all judges that have been made ready, backups apart. */
  ids(): readonly string[];
  /** Those of them that labels have weighed, by id. */
  weights(): readonly WeighedJudge[];
}

function keyOf({ target, suite, spec }: PanelPurpose): string {
  return `${suite.file}\n${target.name}\n${spec === undefined ? '' : canonicalJson(spec)}`;
}

/** The same error with whom it is about. */
function fromWhom(error: unknown, whom: string, place: SourceLocation | undefined): unknown {
  if (!(error instanceof ConfigError)) return error;
  const { message, hint, location = place } = error;
  return new ConfigError(`${whom}: ${message}`, { hint, location, cause: error });
}

function nobodyJudges({ target }: PanelPurpose, { caseId, location }: PanelCase): ConfigError {
  return new ConfigError(`case "${caseId}" needs an LLM judge, but target "${target.name}" is no model that could judge`, {
    hint: 'name one with --judge provider:model, as judge_target of the target, or under judges: in .assay/config.yaml',
    location,
  });
}

/**
 * Makes panels ready.
 * @param provide gives the guarded provider of a target, the same one every time.
 */
export function createPanels(options: PanelOptions, provide: (target: TargetDefinition) => Promise<Provider>): Panels {
  const { resolver, report } = options;
  const notes = createPanelNotes(report, options.announce);
  const panels = new Map<string, MadePanel>();
  const judgeIds = new Set<string>();
  const weighed = new Map<string, WeighedJudge>();

  async function targetOf(judge: ChosenJudge, { namedBy, location }: JudgeChoice, suite: Suite): Promise<TargetDefinition> {
    if (judge.target) return judge.target;
    const whom = `judge "${judge.id ?? judge.model}" (from ${judge.namedBy ?? namedBy})`;
    return resolver.find({ name: judge.model, namedBy: whom, location: judge.location ?? location, role: 'judge', vouched: judge.vouched }, suite);
  }

  async function ready(target: TargetDefinition, judge: NamedJudge, choice: JudgeChoice): Promise<ReadyMember> {
    const { id, model, approach, weight, namedBy = choice.namedBy, location = choice.location, replaces } = judge;
    try {
      const member: ReadyMember = { id, approach, weight, target, namedBy, provider: await provide(target) };
      if (replaces) notes.successor(model, replaces);
      return member;
    } catch (error) {
      throw fromWhom(error, `judge "${id}" (from ${namedBy})`, location);
    }
  }

  /**
   * A backup is asked so seldom that a missing key of it must not stop a run; one that does not exist does, and one that somebody
   * named and whose cost could not be limited.
   */
  async function backupOf(choice: JudgeChoice, suite: Suite): Promise<ReadyMember | undefined> {
    if (!choice.backup) return undefined;
    const [backup] = named([choice.backup]);
    if (!backup) return undefined;
    const target = await targetOf(backup, choice, suite);
    try {
      return await ready(target, backup, choice);
    } catch (error) {
      if (!(error instanceof ConfigError) || (isUnknownPrice(error.cause) && !choice.spareBackup)) throw error;
      notes.missingBackup(error, choice.spareBackup ?? false);
      return undefined;
    }
  }

  function named(judges: readonly ChosenJudge[]): readonly NamedJudge[] {
    const ids = options.nameJudges(judges);
    return judges.map((judge, index) => ({ ...judge, id: ids[index]?.id ?? judge.model }));
  }

  /** A judge that is named by the file of its target goes by the target's name. */
  function withTargetName(judge: ChosenJudge, { name }: TargetDefinition): ChosenJudge {
    return judge.id === undefined && isTargetFile(judge.model) ? { ...judge, id: name } : judge;
  }

  async function firstOf({ cascade, ...choice }: JudgeChoice, suite: Suite): Promise<FirstMember<ReadyMember> | undefined> {
    if (!cascade) return undefined;
    const target = await targetOf(cascade.first, choice, suite);
    const [first] = named([withTargetName(cascade.first, target)]);
    return first && { ...cascade, threshold: cascade.threshold ?? options.passLimit, first: await ready(target, first, choice) };
  }

  async function byLabels(member: ReadyMember, choice: JudgeChoice): Promise<ReadyMember> {
    try {
      const found = await options.weigh(member);
      weighed.set(JSON.stringify([found.id, found.model]), found);
      return { ...member, weight: found.weight };
    } catch (error) {
      throw fromWhom(error, `judge "${member.id}" (from ${member.namedBy})`, choice.location);
    }
  }

  async function make(choice: JudgeChoice, suite: Suite): Promise<MadePanel> {
    const { quorum, namedBy } = choice;
    const written = choice.consensus ?? options.choice.configured?.consensus;
    const consensus = written === 'calibrated' ? 'mean' : written;
    const targets = await Promise.all(choice.judges.map((judge) => targetOf(judge, choice, suite)));
    const judges = named(choice.judges.map((judge, index) => withTargetName(judge, targets[index] as TargetDefinition)));
    const equals = await Promise.all(judges.map((judge, index) => ready(targets[index] as TargetDefinition, judge, choice)));
    // One alone counts whatever it weighs.
    const primaries = written === 'calibrated' && equals.length > 1 ? await Promise.all(equals.map((member) => byLabels(member, choice))) : equals;
    const backup = await backupOf(choice, suite);
    const cascade = await firstOf(choice, suite);
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
    if (spec) return evaluatorJudges(spec, { resolver, suite, base, report, ...of, targetOf: (judge, from) => targetOf(judge, from, suite) });
    if (base) return base;
    throw nobodyJudges(purpose, of);
  }

  async function tell({ target }: PanelPurpose, members: readonly ReadyMember[], choice: JudgeChoice): Promise<void> {
    const judged: KnownJudge = { id: target.name, target, provider: await provide(target) };
    for (const judge of members) {
      if (judge.provider.fixedTemperature) notes.fixedTemperature(judge);
      if (isSameModel(judged, judge)) notes.selfJudging(judged, judge, choice.self ? undefined : judge.namedBy);
    }
  }

  return {
    async prepare(purpose, of) {
      const key = keyOf(purpose);
      if (panels.has(key)) return;
      const choice = await choose(purpose, of);
      const made = await make(choice, purpose.suite);
      panels.set(key, made);
      for (const id of made.panel.judgeIds) judgeIds.add(id);
      await tell(purpose, made.members, choice);
    },
    find: (purpose) => panels.get(keyOf(purpose))?.panel,
    makeupOf: (purpose) => panels.get(keyOf(purpose))?.makeup,
    ids: () => [...judgeIds].toSorted(),
    weights: () => [...weighed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, judge]) => judge),
  };
}
