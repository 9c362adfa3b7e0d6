import { ConfigError, type CascadeSpec, type JudgeApproach, type JudgeSpec, type Provider, type SourceLocation, type Suite, type TargetDefinition, type WeighedJudge } from '@assay/schema';
import { isUnknownPrice } from '../budget/check-price.js';
import type { TargetResolver } from '../targets/naming/target-resolver.js';
import { isTargetFile } from '../targets/naming/undefined-targets.js';
import type { ChosenJudge, JudgeChoice } from './judge-choice.js';
import type { KnownJudge, PanelNotes } from './panel-notes.js';

export interface PanelMember {
  readonly id: string;
  readonly provider: Provider;
  readonly approach?: JudgeApproach | undefined;
  readonly weight?: number | undefined;
  /** Which target it is, for a digest of its options. */
  readonly target: TargetDefinition;
}

/** A member with who named it. */
export interface ReadyMember extends PanelMember, KnownJudge {
  readonly namedBy: string;
}

/** A judge whose id is settled. */
interface NamedJudge extends ChosenJudge {
  readonly id: string;
}

/** A member that is asked before the others. */
export type FirstMember<TMember> = Omit<CascadeSpec, 'first'> & { readonly first: TMember };

/** Everybody who sits on a panel. */
interface ReadyMembers {
  readonly primaries: readonly ReadyMember[];
  readonly backup: ReadyMember | undefined;
  readonly cascade: FirstMember<ReadyMember> | undefined;
}

export interface PanelMembersOptions {
  readonly resolver: TargetResolver;
  /** Around which score first judges waver that do not say it themselves. */
  readonly passLimit?: number | undefined;
  /**
   * How much a judge counts by labels of what it said.
   * @throws ConfigError when labels do not say it.
   */
  readonly weigh: (judge: PanelMember) => Promise<WeighedJudge>;
  /** Gives every judge the id that its votes carry, in the same order. */
  readonly nameJudges: (specs: readonly JudgeSpec[]) => readonly { readonly id: string }[];
  readonly notes: PanelNotes;
  /** Gives the guarded provider of a target, the same one every time. */
  readonly provide: (target: TargetDefinition) => Promise<Provider>;
}

/** Finds the judges that are chosen, and makes them ready. */
export interface PanelSeating {
  /** The target that a judge is. @throws ConfigError when there is none. */
  targetOf(judge: ChosenJudge, choice: JudgeChoice, suite: Suite): Promise<TargetDefinition>;
  /**
   * @param byLabels whether judges count by what labels say of them.
   * @throws ConfigError when one cannot be made ready.
   */
  seat(choice: JudgeChoice, suite: Suite, byLabels: boolean): Promise<ReadyMembers>;
  /** The judges that labels have weighed, by id. */
  weights(): readonly WeighedJudge[];
}

/** The error of a configuration, with the name of whom it is about. Other errors stay as they are. */
export function fromWhom(error: unknown, whom: string, place: SourceLocation | undefined): unknown {
  if (!(error instanceof ConfigError)) return error;
  const { message, hint, location = place } = error;
  return new ConfigError(`${whom}: ${message}`, { hint, location, cause: error });
}

/** Seats the members of panels. */
export function createPanelSeating({ resolver, passLimit, weigh, nameJudges, notes, provide }: PanelMembersOptions): PanelSeating {
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
    const ids = nameJudges(judges);
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
    return first && { ...cascade, threshold: cascade.threshold ?? passLimit, first: await ready(target, first, choice) };
  }

  async function byLabels(member: ReadyMember, choice: JudgeChoice): Promise<ReadyMember> {
    try {
      const found = await weigh(member);
      weighed.set(JSON.stringify([found.id, found.model]), found);
      return { ...member, weight: found.weight };
    } catch (error) {
      throw fromWhom(error, `judge "${member.id}" (from ${member.namedBy})`, choice.location);
    }
  }

  return {
    targetOf,
    async seat(choice, suite, calibrated) {
      const targets = await Promise.all(choice.judges.map((judge) => targetOf(judge, choice, suite)));
      const judges = named(choice.judges.map((judge, index) => withTargetName(judge, targets[index] as TargetDefinition)));
      const equals = await Promise.all(judges.map((judge, index) => ready(targets[index] as TargetDefinition, judge, choice)));
      // The vote of a single judge is the result, whatever its weight is.
      const primaries = calibrated && equals.length > 1 ? await Promise.all(equals.map((member) => byLabels(member, choice))) : equals;
      return { primaries, backup: await backupOf(choice, suite), cascade: await firstOf(choice, suite) };
    },
    weights: () => [...weighed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, judge]) => judge),
  };
}
