import { visibleText } from '@assay/schema';
import { Select } from '../../components/bar/select.js';
import { PartMark } from '../../components/marks/part-mark.js';
import { RunState } from '../../components/marks/run-state.js';
import { StateBar } from '../../components/marks/state-bar.js';
import { sideChoices, sideTitle, type SideChoice } from '../../data/comparing/compared-sides.js';
import { runHref } from '../../data/route/route.js';
import type { RunStore } from '../../data/run-store.js';
import type { WireSummary } from '../../data/row.js';

const MOST_REASONS = 10;

interface Props {
  readonly name: 'A' | 'B';
  readonly store: RunStore;
  readonly side: SideChoice;
  /** By numbers of states, of what is compared. */
  readonly states: readonly number[];
  /** Whether each target may be compared with the one of the same name. */
  readonly mayBeAll: boolean;
  readonly onSide: (side: SideChoice) => void;
}

/** A target as reasons name it: `model[temp:0][sys:1]`. */
const named = (target: string, variant: string): string => `${target}${variant === '' ? '' : `[${variant.split(' ').join('][')}]`}`;

/** Reasons of a run that are about a target or variant, where one is chosen: they name it. */
function reasonsOf(store: RunStore, { target, variant }: SideChoice): readonly string[] {
  const reasons = ((store.run?.summary ?? undefined) as unknown as WireSummary | undefined)?.reasons ?? [];
  if (target === undefined && variant === undefined) return reasons;
  const { targets, variants } = store.index.ordered;
  const others = targets.flatMap((one) => ['', ...variants].flatMap((label) => ((target ?? one) === one && (label === '' || (variant ?? label) === label) ? [] : [named(one, label)])));
  return reasons.filter((reason) => !others.some((name) => reason.includes(` on ${name}:`) || reason.includes(` on ${name} `)));
}

/** Several of them would take the place of what is compared. */
function Reasons({ of }: { readonly of: readonly string[] }) {
  if (of.length === 1) return <p class="reasons">{visibleText(of[0] ?? '')}</p>;
  return (
    <details class="reasons">
      <summary>{of.length} reasons</summary>
      <ul>
        {of.slice(0, MOST_REASONS).map((reason) => (
          <li key={reason}>{visibleText(reason)}</li>
        ))}
        {of.length > MOST_REASONS && <li>{of.length - MOST_REASONS} more</li>}
      </ul>
    </details>
  );
}

/** One of the two that are compared, with what its gate said. */
export function SideHead({ name, store, side, states, mayBeAll, onSide }: Props) {
  const choices = sideChoices(store.index);
  const reasons = reasonsOf(store, side);
  const values = choices.map((choice) => ({ choice, value: JSON.stringify([choice.target, choice.variant ?? null]) }));
  const value = side.target === undefined && side.variant === undefined ? '' : JSON.stringify([side.target ?? null, side.variant ?? null]);
  // Where targets are paired by name and a variant is chosen, or there is one target alone, that is no choice of its own.
  const isListed = value === '' || values.some((one) => one.value === value);
  const options = [...values.map((one) => ({ value: one.value, text: sideTitle(one.choice) })), ...(isListed ? [] : [{ value, text: sideTitle(side) }])];
  return (
    <div class="side-head">
      <h2>
        <span class="dim">{name}</span> <a href={runHref(store.id)}>{visibleText(store.id)}</a> {store.run !== undefined && <RunState run={store.run} />} {store.run !== undefined && <PartMark run={store.run} />}
      </h2>
      {(options.length > 1 || !mayBeAll) && (
        <Select label={`What ${name} is`} hidden {...(mayBeAll ? { any: 'each with its own' } : {})} value={value} options={options} onChange={(next) => onSide(values.find((one) => one.value === next)?.choice ?? {})} />
      )}
      <StateBar counts={states} />
      {reasons.length > 0 && <Reasons of={reasons} />}
    </div>
  );
}
