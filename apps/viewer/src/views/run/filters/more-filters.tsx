import { visibleText } from '@assay/schema';
import { EXTRAS, groupingsOf, metadataKey, SORTS, type GROUPINGS, type Extra, type Grouping, type RunLayout, type Sort } from '../../../data/route/run-layout.js';
import { FACTS, type Fact, type Range, type RunFilter } from '../../../data/route/run-filter.js';
import { Select } from '../../../components/bar/select.js';

const FACT_WORDS: Record<Fact, string> = {
  differs: 'differs between columns',
  flips: 'flips between repeats',
  errors: 'errors',
  partial: 'partly scored',
  missed: 'missed what must hold',
  warned: 'with a warning',
  cached: 'from the cache',
  cut: 'cut off',
  filtered: 'filtered or refused',
  tools: 'calls tools',
  retried: 'retried',
  hedged: 'sent twice, being slow',
  batched: 'from a batch',
};
const EXTRA_WORDS: Record<Extra, string> = {
  suite: 'suite',
  tags: 'tags',
  question: 'question',
  latency: 'time',
  cost: 'cost',
  tokens: 'tokens',
  attempts: 'requests',
  judging: "judges' cost",
  scores: 'scores of evaluators',
};
const SORT_WORDS: Record<Sort['by'], string> = { file: 'place in the file', id: 'case', score: 'score', latency: 'time', cost: 'cost', time: 'when it was asked' };
const GROUP_WORDS: Record<(typeof GROUPINGS)[number], string> = { tag: 'tag', suite: 'suite', target: 'target', variant: 'variant', evaluator: 'evaluator', error: 'error' };

const groupWord = (by: Grouping): string => metadataKey(by) ?? GROUP_WORDS[by as keyof typeof GROUP_WORDS];

interface Props {
  readonly filter: RunFilter;
  readonly layout: RunLayout;
  /** Keys of metadata that cases have. */
  readonly metadata: readonly string[];
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  readonly onFilter: (change: Partial<RunFilter>, typing?: boolean) => void;
  readonly onLayout: (change: Partial<RunLayout>) => void;
}

function RangeFields({ label, unit, range, step, onChange }: { readonly label: string; readonly unit: string; readonly range: Range; readonly step: number; readonly onChange: (range: Range) => void }) {
  const field = (of: keyof Range, word: string) => (
    <input
      type="number"
      min={0}
      step={step}
      aria-label={`${label}, ${word}`}
      placeholder={word}
      value={range[of] ?? ''}
      onChange={({ currentTarget }) => onChange({ ...range, [of]: currentTarget.value === '' ? undefined : Number(currentTarget.value) })}
    />
  );
  return (
    <fieldset class="range">
      <legend>
        {label} <small>{unit}</small>
      </legend>
      {field('least', 'from')} – {field('most', 'to')}
    </fieldset>
  );
}

interface BoxesProps<T extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly text: string }[];
  readonly chosen: readonly T[];
  /** @param chosen in the order of the choices */
  readonly onChange: (chosen: readonly T[]) => void;
}

function Boxes<T extends string>({ label, choices, chosen, onChange }: BoxesProps<T>) {
  const change = (value: T, isChosen: boolean): void => onChange(choices.flatMap((one) => ((one.value === value ? isChosen : chosen.includes(one.value)) ? [one.value] : [])));
  return (
    <fieldset class="boxes">
      <legend>{label}</legend>
      {choices.map(({ value, text }) => (
        <label key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={({ currentTarget }) => change(value, currentTarget.checked)} /> {visibleText(text)}
        </label>
      ))}
    </fieldset>
  );
}

/** What is asked for more seldom: sorting, groups, ranges, columns. */
export function MoreFilters({ filter, layout, metadata, open, onToggle, onFilter, onLayout }: Props) {
  return (
    <div class="more-bar">
      <Select label="Sort" value={layout.sort.by} options={SORTS.map((value) => ({ value, text: SORT_WORDS[value] }))} onChange={(by) => onLayout({ sort: { by: by as Sort['by'], down: false } })} />
      <button type="button" class="quiet sort-way" aria-label="Sort the other way round" aria-pressed={layout.sort.down} onClick={() => onLayout({ sort: { ...layout.sort, down: !layout.sort.down } })}>
        {layout.sort.down ? '↓' : '↑'}
      </button>
      <Select label="Group" any="not grouped" value={layout.by ?? ''} options={groupingsOf(metadata).map((value) => ({ value, text: `by ${groupWord(value)}` }))} onChange={(by) => onLayout({ by: by === '' ? undefined : (by as Grouping) })} />
      <button type="button" class="quiet" aria-expanded={open} aria-controls="more-filters" onClick={() => onToggle(!open)}>
        More filters and columns
      </button>
      {open && (
        <div id="more-filters" class="more-filters">
          <Boxes label="Only" choices={FACTS.map((value) => ({ value, text: FACT_WORDS[value] }))} chosen={filter.facts} onChange={(facts) => onFilter({ facts })} />
          <div>
            <RangeFields label={filter.evaluator === undefined ? 'Score' : `Score of ${filter.evaluator}`} unit="0 to 1" step={0.05} range={filter.score} onChange={(score) => onFilter({ score })} />
            <RangeFields label="Time" unit="ms" step={100} range={filter.latency} onChange={(latency) => onFilter({ latency })} />
            <Select label="Table" value={layout.layout} options={[{ value: 'auto', text: 'as it fits' }, { value: 'grid', text: 'targets beside each other' }, { value: 'list', text: 'a line for each reply' }]} onChange={(value) => onLayout({ layout: value as RunLayout['layout'] })} />
          </div>
          <Boxes label="Columns" choices={EXTRAS.map((value) => ({ value, text: EXTRA_WORDS[value] }))} chosen={layout.extras} onChange={(extras) => onLayout({ extras })} />
          {metadata.length > 0 && <Boxes label="Columns of metadata" choices={metadata.map((value) => ({ value, text: value }))} chosen={layout.metadata} onChange={(chosen) => onLayout({ metadata: chosen })} />}
        </div>
      )}
    </div>
  );
}
