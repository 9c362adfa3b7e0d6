import { INDEX_FLAGS } from '@assay/schema';
import { FORGIVEN } from '../../figures/format.js';
import type { Fact, Range, RunFilter } from '../route/run-filter.js';
import { scoreBy } from './find-evaluator.js';
import { stateOf } from './row-state.js';
import { STATES } from '../route/row-states.js';
import { NONE, type RunIndex } from './run-index.js';

export interface FilteredRows {
  /** 1 for each row that is shown. */
  readonly shown: Uint8Array;
  readonly count: number;
  /** Of rows that all else lets pass, by numbers of {@link STATES}: what each verdict would show. */
  readonly states: readonly number[];
}

const FLAG_OF: Partial<Record<Fact, number>> = {
  flips: INDEX_FLAGS.flips,
  partial: INDEX_FLAGS.partial,
  missed: INDEX_FLAGS.missed,
  warned: INDEX_FLAGS.warned,
  cached: INDEX_FLAGS.cached,
  cut: INDEX_FLAGS.cut,
  filtered: INDEX_FLAGS.filtered,
  tools: INDEX_FLAGS.tools,
  retried: INDEX_FLAGS.retried,
  hedged: INDEX_FLAGS.hedged,
  batched: INDEX_FLAGS.batched,
};

/** 1 for the numbers of chosen names; undefined when everything passes. */
function chosen(names: readonly string[], choice: readonly string[]): Uint8Array | undefined {
  if (choice.length === 0) return undefined;
  const wanted = new Set(choice);
  return Uint8Array.from(names, (name) => (wanted.has(name) ? 1 : 0));
}

/** 1 for cases of a chosen suite that have one of the chosen tags, and the metadata that is asked for; undefined when every case passes. */
function chosenCases({ names }: RunIndex, filter: RunFilter): Uint8Array | undefined {
  const suites = chosen(names.suites.map(({ path }) => path), filter.suites);
  const tags = chosen(names.tags, filter.tags);
  if (suites === undefined && tags === undefined && filter.metadata.length === 0) return undefined;
  const wanted = filter.metadata.map(({ key, value }) => ({ number: names.metadata.indexOf(key), value }));
  const isWanted = (one: RunIndex['names']['cases'][number]): boolean => wanted.every(({ number, value }) => (one.metadata?.find(([of]) => of === number)?.[1] ?? '') === value);
  return Uint8Array.from(names.cases, (one) => ((suites?.[one.suite] ?? 1) === 1 && (tags === undefined || one.tags.some((tag) => tags[tag] === 1)) && isWanted(one) ? 1 : 0));
}

/** 1 for cases whose first repeats came out differently on different targets or variants. */
function differingCases(index: RunIndex): Uint8Array {
  const first = new Int8Array(index.names.cases.length).fill(NONE);
  const differs = new Uint8Array(index.names.cases.length);
  for (let position = 0; position < index.rows; position += 1) {
    if (index.gone[position] === 1 || index.repeat[position] !== 1) continue;
    const one = index.case[position] ?? 0;
    const state = stateOf(index, position);
    if (first[one] === NONE) first[one] = state;
    else if (first[one] !== state) differs[one] = 1;
  }
  return differs;
}

/** A row without a figure is in no range; without bounds everything is. */
function inRange(value: number | undefined, { least, most }: Range): boolean {
  if (least === undefined && most === undefined) return true;
  return value !== undefined && value >= (least ?? -Infinity) && value <= (most ?? Infinity);
}

/** With what limits of verdicts forgive, so that a bound of 0.8 holds for a mean of parts of 0.8. */
const forgiving = ({ least, most }: Range): Range => ({
  least: least === undefined ? undefined : least - FORGIVEN,
  most: most === undefined ? undefined : most + FORGIVEN,
});

/**
 * Which rows a filter lets pass: one loop over columns.
 * @param hits 1 for rows in which the text was found; undefined while no text is looked for.
 */
export function filterRows(index: RunIndex, filter: RunFilter, hits: Uint8Array | undefined): FilteredRows {
  const { rows } = index;
  const cases = chosenCases(index, filter);
  const targets = chosen(index.names.targets, filter.targets);
  const variants = chosen(index.names.variants, filter.variants);
  const differs = filter.facts.includes('differs') ? differingCases(index) : undefined;
  const evaluator = filter.evaluator === undefined ? undefined : index.names.evaluators.indexOf(filter.evaluator);
  const flags = filter.facts.reduce((sum, fact) => sum | (FLAG_OF[fact] ?? 0), 0);
  const errors = filter.facts.includes('errors');
  const score = forgiving(filter.score);
  const states = filter.states.length === 0 ? undefined : Uint8Array.from(STATES, (state) => (filter.states.includes(state) ? 1 : 0));
  const passes = (position: number): boolean => {
    if (index.gone[position] === 1) return false;
    const one = index.case[position] ?? 0;
    if (cases !== undefined && cases[one] !== 1) return false;
    if (targets !== undefined && targets[index.target[position] ?? 0] !== 1) return false;
    if (variants !== undefined && variants[index.variant[position] ?? 0] !== 1) return false;
    if (hits !== undefined && hits[position] !== 1) return false;
    if (((index.flags[position] ?? 0) & flags) !== flags) return false;
    if (errors && index.error[position] === NONE) return false;
    if (differs !== undefined && differs[one] !== 1) return false;
    if (!inRange(index.latency[position], filter.latency)) return false;
    const scored = evaluator === undefined ? index.score[position] : scoreBy(index, position, evaluator);
    return !(evaluator !== undefined && scored === undefined) && inRange(scored, score);
  };
  const shown = new Uint8Array(rows);
  const counts = [0, 0, 0, 0, 0];
  let count = 0;
  for (let position = 0; position < rows; position += 1) {
    if (!passes(position)) continue;
    const state = stateOf(index, position);
    counts[state] = (counts[state] ?? 0) + 1;
    if (states !== undefined && states[state] !== 1) continue;
    shown[position] = 1;
    count += 1;
  }
  return { shown, count, states: counts };
}
