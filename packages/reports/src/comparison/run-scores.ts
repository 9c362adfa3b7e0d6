import type { ResultRow, SuiteIdentity, VariantMeaning } from '@assay/schema';
import { createVariantLegend } from '../statistics/variant-legend.js';
import { createFigureColumns, type FigureColumns, type FigureName, type ScoreEnd } from './figure-columns.js';

/** The replies to a case, by repeat. */
export interface Replies {
  /** Numbers of the repeats, ascending. */
  readonly repeats: readonly number[];
  /** A figure of each of them; null where it has none. */
  figures(name: FigureName | ScoreEnd): readonly (number | null)[];
}

/** What a case is found by in the scores of a run. */
interface CaseIdentity extends SuiteIdentity {
  readonly caseId: string;
  readonly variant: string;
}

/** What a comparison keeps of a case. */
export interface CaseScores extends CaseIdentity, Replies {
  readonly source: string;
  readonly weight: number;
  /** Where the case is a turn of a conversation. */
  readonly conversationId: string | undefined;
}

/** The scores of a run by target and case. */
export interface RunScores {
  /** Takes a row. Of two rows of one trial the later one counts. */
  add(row: ResultRow): void;
  /** Of the first row; undefined without rows. */
  readonly runId: string | undefined;
  /** Names of all targets that rows have, in the order of their first row. */
  readonly targets: readonly string[];
  /** What the marks of variants stand for; undefined when nothing is varied. */
  readonly variants: readonly VariantMeaning[] | undefined;
  /** Paths of all suites of a name. */
  pathsOf(suite: string): readonly string[];
  /** The cases of a target; none for a target that has none. */
  cases(target: string): Iterable<CaseScores>;
  /** One of them. */
  find(target: string, identity: CaseIdentity): CaseScores | undefined;
}

/** Cases of a suite on a target in one variant, which they share: no case has texts of its own for these. */
interface CaseGroup extends SuiteIdentity {
  readonly variant: string;
  readonly cases: Map<string, ColumnCase>;
}

/** A case whose figures stand in the columns of its run. */
class ColumnCase implements CaseScores {
  readonly caseId: string;
  readonly source: string;
  readonly weight: number;
  readonly conversationId: string | undefined;
  readonly #group: CaseGroup;
  readonly #columns: FigureColumns;
  /** The reply that was added last. */
  #last = -1;

  constructor({ caseId, source, caseWeight, conversationId }: ResultRow, group: CaseGroup, columns: FigureColumns) {
    this.caseId = caseId;
    this.source = source;
    this.weight = caseWeight;
    this.conversationId = conversationId;
    this.#group = group;
    this.#columns = columns;
  }

  get suite(): string {
    return this.#group.suite;
  }

  get suitePath(): string {
    return this.#group.suitePath;
  }

  get variant(): string {
    return this.#group.variant;
  }

  get repeats(): readonly number[] {
    return this.#replies().map((reply) => this.#columns.repeat(reply));
  }

  figures(name: FigureName | ScoreEnd): readonly (number | null)[] {
    return this.#replies().map((reply) => this.#columns.figure(name, reply));
  }

  add(row: ResultRow): void {
    this.#last = this.#columns.add(row, this.#last);
  }

  /** The replies that count, by repeat: of several of one repeat the last one. */
  #replies(): readonly number[] {
    const columns = this.#columns;
    const first = columns.before(this.#last);
    if (first === -1) return [this.#last];
    const byRepeat = new Map<number, number>();
    for (let reply = this.#last; reply !== -1; reply = columns.before(reply)) {
      if (!byRepeat.has(columns.repeat(reply))) byRepeat.set(columns.repeat(reply), reply);
    }
    return [...byRepeat].sort(([one], [other]) => one - other).map(([, reply]) => reply);
  }
}

const groupKey = ({ suite, suitePath }: SuiteIdentity, variant: string): string => JSON.stringify([suite, suitePath, variant]);

/** The cases of a target, by suite and variant. */
interface TargetCases {
  readonly groups: Map<string, CaseGroup>;
  /** The group of the row before: the rows of a suite mostly stand together. */
  last?: CaseGroup;
}

function groupOf(found: TargetCases, { suite, suitePath, variant: { label } }: ResultRow): CaseGroup {
  const { last, groups } = found;
  if (last !== undefined && last.suite === suite && last.suitePath === suitePath && last.variant === label) return last;
  const key = groupKey({ suite, suitePath }, label);
  let group = groups.get(key);
  if (!group) groups.set(key, (group = { suite, suitePath, variant: label, cases: new Map() }));
  return (found.last = group);
}

/**
 * Collects what a comparison needs of a run. Nothing of a row is kept but suite and path, case id, variant,
 * source, weight and figures: memory grows with cases and repeats, not with replies.
 *
 * @param only keeps the scores of these targets alone; all are named in `targets`.
 */
export function createRunScores(only?: (target: string) => boolean): RunScores {
  const byTarget = new Map<string, TargetCases>();
  const paths = new Map<string, Set<string>>();
  const [legend, columns] = [createVariantLegend(), createFigureColumns()];
  let runId: string | undefined;
  return {
    add(row) {
      const { suite, suitePath, caseId, target } = row;
      runId ??= row.runId;
      const known = paths.get(suite);
      if (known) known.add(suitePath);
      else paths.set(suite, new Set([suitePath]));
      let found = byTarget.get(target);
      if (!found) byTarget.set(target, (found = { groups: new Map() }));
      if (only && !only(target)) return;
      legend.add(row);
      const group = groupOf(found, row);
      let ofCase = group.cases.get(caseId);
      if (!ofCase) group.cases.set(caseId, (ofCase = new ColumnCase(row, group, columns)));
      ofCase.add(row);
    },
    get runId() {
      return runId;
    },
    get targets() {
      return [...byTarget.keys()];
    },
    get variants() {
      return legend.list();
    },
    pathsOf: (suite) => [...(paths.get(suite) ?? [])],
    *cases(target) {
      for (const { cases } of byTarget.get(target)?.groups.values() ?? []) yield* cases.values();
    },
    find: (target, { caseId, variant, ...suite }) => byTarget.get(target)?.groups.get(groupKey(suite, variant))?.cases.get(caseId),
  };
}

/**
 * Paths of suites of A as B knows them. Name and path tell suites apart; where both runs have one suite of a
 * name, it is the same one, and its file was moved if the paths differ.
 */
export function pathsInB(a: RunScores, b: RunScores): (ofA: SuiteIdentity) => string {
  const moved = new Map<string, string | undefined>();
  return ({ suite, suitePath }) => {
    if (!moved.has(suite)) {
      const [here, there] = [a.pathsOf(suite), b.pathsOf(suite)];
      moved.set(suite, here.length === 1 && there.length === 1 ? there[0] : undefined);
    }
    return moved.get(suite) ?? suitePath;
  };
}
