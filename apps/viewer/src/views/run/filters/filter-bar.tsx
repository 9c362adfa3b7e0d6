import { visibleText } from '@assay/schema';
import type { RefObject } from 'preact';
import { StateMark, STATE_WORDS } from '../../../components/marks/state-mark.js';
import { Select } from '../../../components/bar/select.js';
import type { RunIndex } from '../../../data/index/run-index.js';
import { STATES, type RowState } from '../../../data/route/row-states.js';
import type { RunFilter } from '../../../data/route/run-filter.js';
import type { Search } from '../../../data/use-search.js';
import { formatCount } from '../../../figures/format.js';

interface Props {
  readonly index: RunIndex;
  readonly filter: RunFilter;
  /** How many rows each state would show, by numbers of states. */
  readonly counts: readonly number[];
  readonly search: Search;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onFilter: (change: Partial<RunFilter>, typing?: boolean) => void;
}

const SHOWN_ORDER: readonly RowState[] = ['fail', 'borderline', 'pass', 'open', 'unscored'];

function States({ filter, counts, onFilter }: Pick<Props, 'filter' | 'counts' | 'onFilter'>) {
  const toggle = (state: RowState): void =>
    onFilter({ states: filter.states.includes(state) ? filter.states.filter((one) => one !== state) : [...filter.states, state] });
  return (
    <div class="states" role="group" aria-label="Verdicts">
      {SHOWN_ORDER.map((state) => {
        const count = counts[STATES.indexOf(state)] ?? 0;
        const isChosen = filter.states.includes(state);
        if (count === 0 && !isChosen && (state === 'open' || state === 'unscored' || state === 'borderline')) return null;
        return (
          <button key={state} type="button" class={`chip ${state}`} aria-pressed={isChosen} onClick={() => toggle(state)}>
            <StateMark state={state} /> <span aria-hidden="true">{STATE_WORDS[state]}</span> <b>{formatCount(count)}</b>
          </button>
        );
      })}
    </div>
  );
}

/** One of several names. A filter in the address may name more than one: then that is what is chosen. */
function choice(label: string, any: string, chosen: readonly string[], options: readonly { value: string; text: string }[], onChange: (values: readonly string[]) => void) {
  if (options.length < 2 && chosen.length === 0) return null;
  const several = chosen.length > 1 ? [{ value: chosen.join(', '), text: chosen.join(', ') }] : [];
  return <Select label={label} any={any} value={chosen.join(', ')} options={[...several, ...options]} onChange={(value) => onChange(value === '' ? [] : [value])} />;
}

const plain = (names: readonly string[]): { value: string; text: string }[] => names.map((name) => ({ value: name, text: name === '' ? '(none)' : name }));

/** What is shown of a run. */
export function FilterBar({ index, filter, counts, search, searchField, onFilter }: Props) {
  const { names, ordered } = index;
  return (
    <div class="filters" role="search" aria-label="Rows of the run">
      <label class="search">
        <span class="unseen">Look for a text, or a pattern between slashes</span>
        <input
          ref={searchField}
          type="search"
          placeholder="text or /pattern/"
          spellcheck={false}
          value={filter.text}
          aria-invalid={search.problem !== undefined}
          onInput={({ currentTarget }) => onFilter({ text: currentTarget.value }, true)}
        />
        <span class="search-state" role="status">
          {search.problem ?? (search.searching ? 'looking …' : '')}
        </span>
      </label>
      <States filter={filter} counts={counts} onFilter={onFilter} />
      {choice('Suite', 'all suites', filter.suites, ordered.suites.map(({ name, path }) => ({ value: path, text: name })), (suites) => onFilter({ suites }))}
      {choice('Target', 'all targets', filter.targets, plain(ordered.targets), (targets) => onFilter({ targets }))}
      {choice('Variant', 'all variants', filter.variants, plain(ordered.variants.filter((name) => name !== '')), (variants) => onFilter({ variants }))}
      {names.tags.length > 0 && choice('Tag', 'all tags', filter.tags, [...plain(names.tags)], (tags) => onFilter({ tags }))}
      <Select label="Evaluator" any="all evaluators" value={filter.evaluator ?? ''} options={plain(names.evaluators)} onChange={(value) => onFilter({ evaluator: value === '' ? undefined : value })} />
      {filter.metadata.map(({ key, value }) => (
        <button key={key} type="button" class="chip" aria-pressed={true} title={`Any ${key} again`} onClick={() => onFilter({ metadata: filter.metadata.filter((one) => one.key !== key) })}>
          {visibleText(key)}: <b>{value === '' ? '(none)' : visibleText(value)}</b> <span aria-hidden="true">×</span>
        </button>
      ))}
    </div>
  );
}
