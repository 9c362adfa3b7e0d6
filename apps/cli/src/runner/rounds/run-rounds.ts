import type { LooksOf } from '@assay/reports';
import { suiteKey, type GroupSummary, type ResultRow, type RoundsSummary, type SuiteIdentity, type Trial } from '@assay/schema';
import { repeatSequence } from '@assay/statistics';
import type { RunPlan } from '../plan/plan-run.js';
import type { RoundsPlan } from '../plan/check-rounds.js';
import { readRun } from '../../runs/read-run.js';
import type { CreateTally, MeansTally } from './read-means.js';
import { nextRounds, placeKey, suiteWith, type RoundsPlace, type SuiteRounds } from './suite-rounds.js';

/** The repeats of a run that adds them, a round at a time, to all cases of suites that are not decided. */
export interface RunRounds {
  /** The trials of a plan that are to be run so far. */
  restrict(plan: RunPlan): Pick<RunPlan, 'total' | 'trials'>;
  /** To be called with every row that an earlier part of the run stored. */
  stored(row: ResultRow): void;
  /** To be called with every row that this part of the run stores. */
  added(row: ResultRow): void;
  /**
   * Looks at the suites once their trials are done. Rows are read where they were stored before; those of later rounds are handed in.
   * @param folder of the run, absolute
   * @param held suites of which trials of this round are missing and nobody may do them: they wait for a later part of the run
   * @returns what became of the suites that were open, and could go on
   * @throws InvalidFileError, StoreError for what they are compared with
   */
  look(folder: string, held: readonly SuiteIdentity[]): Promise<RoundsSummary>;
  /** True between a look that adds a round and the next one. */
  readonly goOn: boolean;
  readonly summary: RoundsSummary;
  /** What the comparison at the end of the run has to know of the looks. */
  readonly looks: LooksOf;
  /** Why a threshold does not decide a group, in words; undefined where it does. */
  openAgainstThreshold(group: GroupSummary): string | undefined;
}

export interface RunRoundsOptions {
  readonly plan: RoundsPlan;
  readonly createTally: CreateTally;
  /** Names as rows hold them: without secrets. */
  readonly shown: <T>(value: T) => T;
  /** False for a run that asks for no reply: its rounds are those that are there. */
  readonly adds: boolean;
}

const WORDS: Readonly<Record<'unlikely' | 'most' | 'nothing', string>> = {
  unlikely: 'more would hardly decide it',
  most: 'there may be no more',
  nothing: 'there is nothing to decide it by',
};

/** A table of suites by what rows and trials say of them. Trials of a case come one after the other. */
function createSuites({ plan, shown, adds }: RunRoundsOptions) {
  const byPlace = new Map<string, SuiteRounds>();
  const keys = new Map<string, string>();
  const begun = new Map<string, number>();
  const isByVariant = plan.waitsFor.by === 'threshold';
  const placeOf = (suite: string, suitePath: string, target: string, label: string): RoundsPlace => ({ suite, suitePath, target, variant: isByVariant ? label : '' });
  return {
    begun: (place: RoundsPlace): number => begun.get(placeKey(place)) ?? 0,
    stored({ suite, suitePath, target, variant: { label }, repeat }: ResultRow): void {
      const key = placeKey(placeOf(suite, suitePath, target, label));
      const repeats = Math.max(repeat, begun.get(key) ?? 0);
      begun.set(key, repeats);
      const found = byPlace.get(key);
      if (!adds && found && repeats > found.repeats) byPlace.set(key, suiteWith(found, repeats));
    },
    of({ suite, suitePath, target, variant: { label } }: Pick<Trial, 'suite' | 'suitePath' | 'variant'> & { readonly target: { readonly name: string } }): SuiteRounds {
      const place = placeOf(suite, suitePath, target.name, label);
      const written = placeKey(place);
      let key = keys.get(written);
      if (key === undefined) keys.set(written, (key = placeKey(shown(place))));
      let found = byPlace.get(key);
      if (!found) {
        const repeats = adds ? plan.least : Math.max(plan.least, begun.get(key) ?? 0);
        byPlace.set(key, (found = suiteWith(shown(place), repeats)));
      }
      return found;
    },
    find: (place: RoundsPlace): SuiteRounds | undefined => byPlace.get(placeKey(place)),
    list: (): readonly SuiteRounds[] => [...byPlace.values()],
    put(suites: readonly SuiteRounds[]): void {
      for (const suite of suites) byPlace.set(placeKey(suite), suite);
    },
  };
}

/** Counts what is planned so far; undefined where a file is read while it runs. */
function totalOf({ total, groups }: RunPlan, most: number, repeatsOf: (group: RunPlan['groups'][number]) => number): number | undefined {
  if (total === undefined) return undefined;
  return groups.reduce((sum, group) => sum + (group.trials / most) * repeatsOf(group), 0);
}

export function createRunRounds(options: RunRoundsOptions): RunRounds {
  const { plan, createTally, adds, shown } = options;
  const sequence = repeatSequence(plan);
  const suites = createSuites(options);
  let goOn = false;
  /** Of all rows of the rounds so far; undefined while rows of later ones may be stored already. */
  let tally: MeansTally | undefined;
  const readTally = async (folder: string): Promise<MeansTally> => {
    const read = createTally();
    for await (const row of readRun(folder)) if (row.repeat <= suites.of({ ...row, target: { name: row.target } }).repeats) read.add(row);
    return read;
  };
  const summaryOf = (groups: readonly SuiteRounds[]): RoundsSummary => {
    const { least, most, waitsFor: { by } } = plan;
    return { least, most, by, groups: groups.map(({ suite, suitePath, target, variant, repeats, stopped, looks }) => ({ suite, suitePath, target, ...(variant === '' ? {} : { variant }), repeats, stopped, looks })) };
  };
  return {
    restrict(whole) {
      const trials = async function* (): AsyncGenerator<Trial> {
        for await (const trial of whole.trials()) if (trial.repeat <= suites.of(trial).repeats) yield trial;
      };
      const repeatsOf = ({ variant = '', target, ...suite }: RunPlan['groups'][number]): number => suites.of({ ...suite, target: { name: target }, variant: { label: variant } }).repeats;
      return { total: totalOf(whole, plan.most, repeatsOf), trials };
    },
    stored: (row) => suites.stored(row),
    added: (row) => tally?.add(row),
    async look(folder, heldSuites) {
      const heldKeys = new Set(heldSuites.map((suite) => suiteKey(shown(suite))));
      const isHeld = (suite: SuiteIdentity): boolean => heldKeys.has(suiteKey(suite));
      const before = suites.list();
      tally ??= await readTally(folder);
      const after = nextRounds(plan, sequence, before, await tally.means(), (place) => suites.begun(place), isHeld);
      suites.put(adds ? after : after.filter(({ stopped }) => stopped !== null));
      const open = after.filter((suite) => suite.stopped === null && !isHeld(suite));
      if (open.some((suite) => suites.begun(suite) >= suite.repeats)) tally = undefined;
      goOn = adds && open.length > 0;
      return summaryOf(after.filter((suite, index) => before[index]?.stopped === null && !(suite.stopped === null && isHeld(suite))));
    },
    get goOn() {
      return goOn;
    },
    get summary() {
      return summaryOf(suites.list());
    },
    looks(place) {
      const found = suites.find({ ...place, variant: '' });
      return found && { level: sequence.level(found.point), chance: (p) => sequence.chance(found.point, p) };
    },
    openAgainstThreshold({ suite, suitePath, target, variant = '' }) {
      if (plan.waitsFor.by !== 'threshold') return undefined;
      const found = suites.find({ suite, suitePath, target, variant });
      if (!found || found.stopped === 'reached' || found.stopped === 'missed') return undefined;
      const why = found.stopped === null ? 'the run ended before' : WORDS[found.stopped as keyof typeof WORDS];
      return `after ${found.repeats} repeats it is open on which side of the threshold ${plan.waitsFor.threshold} the mean is: ${why}`;
    },
  };
}
