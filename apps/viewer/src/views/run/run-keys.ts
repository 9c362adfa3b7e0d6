import type { RefObject } from 'preact';
import { groupingsOf, SORTS, type Panel, type RunLayout } from '../../data/route/run-layout.js';
import { NO_FILTER, type Fact, type RunFilter } from '../../data/route/run-filter.js';
import type { Keys } from '../../keyboard/use-keys.js';

interface Actions {
  readonly filter: RunFilter;
  readonly layout: RunLayout;
  /** Keys of metadata that cases have. */
  readonly metadata: readonly string[];
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onFilter: (change: Partial<RunFilter>) => void;
  readonly onLayout: (change: Partial<RunLayout>) => void;
  readonly onPanel: (panel: Panel) => void;
  readonly onMore: () => void;
  readonly onCompare: () => void;
  readonly onTrust: () => void;
  readonly onLabel: () => void;
}

/** The keys of a run; see the list of keys. */
export function runKeys({ filter, layout, metadata, searchField, onFilter, onLayout, onPanel, onMore, onCompare, onTrust, onLabel }: Actions): Keys {
  const toggleFact = (fact: Fact): void =>
    onFilter({ facts: filter.facts.includes(fact) ? filter.facts.filter((one) => one !== fact) : [...filter.facts, fact] });
  const groupings = groupingsOf(metadata);
  const nextGroup = groupings[(layout.by === undefined ? -1 : groupings.indexOf(layout.by)) + 1];
  const nextSort = SORTS[(SORTS.indexOf(layout.sort.by) + 1) % SORTS.length] ?? 'file';
  return {
    '/': () => searchField.current?.focus(),
    f: () => onFilter({ states: filter.states.join() === 'fail' ? [] : ['fail'] }),
    d: () => toggleFact('differs'),
    e: () => toggleFact('errors'),
    s: () => onLayout({ sort: { by: nextSort, down: false } }),
    S: () => onLayout({ sort: { ...layout.sort, down: !layout.sort.down } }),
    g: () => onLayout({ by: nextGroup }),
    o: onMore,
    v: () => onPanel('chart'),
    J: () => onPanel('judges'),
    L: () => onPanel('labels'),
    u: () => onPanel('usage'),
    0: () => onFilter(NO_FILTER),
    c: onCompare,
    C: onTrust,
    P: onLabel,
  };
}
