import {
  canonicalJson,
  ConfigError,
  type JudgeApproach,
  type JudgePanel,
  type JudgeSpec,
  type PanelSpec,
  type Provider,
  type ReportDiagnostic,
  type Suite,
  type TargetDefinition,
} from '@assay/schema';
import { isTargetFile, type TargetBook } from '../targets/target-book.js';
import { chooseJudges, type JudgeChoice, type JudgeChoiceOptions } from './judge-choice.js';

/** A judge whose id is settled. */
interface NamedJudge extends JudgeSpec {
  readonly id: string;
}

interface PanelMember {
  readonly id: string;
  readonly provider: Provider;
  readonly approach?: JudgeApproach | undefined;
}

export interface PanelMembers {
  readonly judges: readonly PanelMember[];
  readonly backup?: PanelMember | undefined;
  readonly quorum?: number | undefined;
}

export interface PanelOptions {
  readonly book: TargetBook;
  readonly choice: JudgeChoiceOptions;
  /** @throws ConfigError when judges cannot sit on one panel. */
  readonly makePanel: (members: PanelMembers) => JudgePanel;
  /** Gives every judge the id that its votes carry. */
  readonly nameJudges: (specs: readonly JudgeSpec[]) => readonly NamedJudge[];
  readonly report: ReportDiagnostic;
}

/** What a panel is for. */
interface PanelPurpose {
  /** Whose replies are judged. */
  readonly target: TargetDefinition;
  readonly suite: Suite;
  /** Judges that an evaluator names; undefined for those of the run. */
  readonly spec: PanelSpec | undefined;
}

/** The panels of a run, each made ready once, before the trials that need it. */
export interface Panels {
  /**
   * @param caseId for messages.
   * @throws ConfigError when there is nobody to judge, or a judge cannot be made ready.
   */
  prepare(purpose: PanelPurpose, caseId: string): Promise<void>;
  /** A panel that was prepared. */
  find(purpose: PanelPurpose): JudgePanel | undefined;
  /** Ids of all judges that have been made ready, backups apart. */
  ids(): readonly string[];
}

function keyOf({ target, suite, spec }: PanelPurpose): string {
  return `${suite.file}\n${target.name}\n${spec === undefined ? '' : canonicalJson(spec)}`;
}

/** The same error with whom it is about. */
function fromWhom(error: unknown, whom: string): unknown {
  if (!(error instanceof ConfigError)) return error;
  const { message, hint, location } = error;
  return new ConfigError(`${whom}: ${message}`, { hint, location, cause: error });
}

/** A bare model name means: that model, at the provider that would judge anyway. */
async function withProvider(
  spec: JudgeSpec,
  book: TargetBook,
  suite: Suite,
  base: JudgeChoice | undefined,
): Promise<JudgeSpec> {
  const { model } = spec;
  if (model.includes(':')) return spec;
  try {
    await book.find(model, suite);
    return spec;
  } catch (error) {
    const judge = base?.judges[0];
    if (!(error instanceof ConfigError) || !judge) throw error;
    const target = await book.find(judge.model, suite);
    return { ...spec, id: spec.id ?? model, model: `${target.provider}:${model}` };
  }
}

async function choose({ target, suite, spec }: PanelPurpose, caseId: string, options: PanelOptions): Promise<JudgeChoice> {
  const { book, choice } = options;
  const base = chooseJudges(target, suite.dialect, choice);
  if (spec) {
    const judges = await Promise.all(spec.judges.map((judge) => withProvider(judge, book, suite, base)));
    const backup = spec.backup && (await withProvider(spec.backup, book, suite, base));
    return { judges, backup, namedBy: `an evaluator of case "${caseId}"` };
  }
  if (base) return base;
  throw new ConfigError(`case "${caseId}" needs an LLM judge, but target "${target.name}" is no model that could judge`, {
    hint: 'name one with --judge provider:model, as judge_target of the target, or under judges: in .assay/config.yaml',
  });
}

/**
 * Makes panels ready.
 * @param provide gives the guarded provider of a target, the same one every time.
 */
export function createPanels(options: PanelOptions, provide: (target: TargetDefinition) => Promise<Provider>): Panels {
  const panels = new Map<string, JudgePanel>();
  const judgeIds = new Set<string>();
  const selfJudging = new Set<string>();
  let backupMissing = false;

  async function member({ id, model, approach }: NamedJudge, suite: Suite, namedBy: string): Promise<PanelMember> {
    try {
      return { id, provider: await provide(await options.book.find(model, suite)), approach };
    } catch (error) {
      throw fromWhom(error, `judge "${id}" (from ${namedBy})`);
    }
  }

  /** The backup of the default panel is asked so seldom that a missing key of it must not stop a run. */
  async function backupOf({ backup, spareBackup, namedBy }: JudgeChoice, suite: Suite): Promise<PanelMember | undefined> {
    const [named] = backup ? options.nameJudges([backup]) : [];
    if (!named) return undefined;
    try {
      return await member(named, suite, namedBy);
    } catch (error) {
      if (!spareBackup || !(error instanceof ConfigError)) throw error;
      noteMissingBackup(error);
      return undefined;
    }
  }

  /** A judge that is named by the file of its target goes by the target's name. */
  async function named(judge: JudgeSpec, suite: Suite): Promise<JudgeSpec> {
    if (judge.id !== undefined || !isTargetFile(judge.model)) return judge;
    try {
      return { ...judge, id: (await options.book.find(judge.model, suite)).name };
    } catch (error) {
      // What is wrong with the file is said where the judge is made ready, with who named it.
      if (error instanceof ConfigError) return judge;
      throw error;
    }
  }

  async function make(choice: JudgeChoice, suite: Suite): Promise<JudgePanel> {
    const { quorum, namedBy } = choice;
    const judges = await Promise.all(choice.judges.map((judge) => named(judge, suite)));
    const primaries = await Promise.all(options.nameJudges(judges).map((judge) => member(judge, suite, namedBy)));
    const members: PanelMembers = { judges: primaries, backup: await backupOf(choice, suite), quorum };
    try {
      return options.makePanel(members);
    } catch (error) {
      throw fromWhom(error, `judges (from ${namedBy})`);
    }
  }

  function noteMissingBackup({ message, hint }: ConfigError): void {
    if (backupMissing) return;
    backupMissing = true;
    options.report({
      severity: 'info',
      code: 'no-backup-judge',
      message: `there is no backup judge: ${message}`,
      hint: `${hint === undefined ? '' : `${hint}; `}or name another one with --backup-judge`,
    });
  }

  function warnOfSelfJudging(name: string): void {
    if (selfJudging.has(name)) return;
    selfJudging.add(name);
    options.report({
      severity: 'warning',
      code: 'self-judging',
      message: `target "${name}" judges its own replies, because no judge is named`,
      hint: 'name another model with --judge provider:model; models tend to favour their own answers',
    });
  }

  return {
    async prepare(purpose, caseId) {
      const key = keyOf(purpose);
      if (panels.has(key)) return;
      const choice = await choose(purpose, caseId, options);
      const panel = await make(choice, purpose.suite);
      panels.set(key, panel);
      for (const id of panel.judgeIds) judgeIds.add(id);
      if (choice.self) warnOfSelfJudging(purpose.target.name);
    },
    find: (purpose) => panels.get(keyOf(purpose)),
    ids: () => [...judgeIds].toSorted(),
  };
}
