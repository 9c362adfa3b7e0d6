import { useLayoutEffect, useRef } from 'preact/hooks';
import { STATES } from '../../data/route/row-states.js';
import { STATE_WORDS } from './state-mark.js';

function Piece({ state, count }: { readonly state: string; readonly count: number }) {
  const piece = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => piece.current?.style.setProperty('flex-grow', String(count)), [count]);
  return <span ref={piece} class={`piece ${state}`} />;
}

/** How many rows came out how, as a bar and in words. @param counts by numbers of states */
export function StateBar({ counts }: { readonly counts: readonly number[] }) {
  const pieces = (['pass', 'borderline', 'fail', 'open', 'unscored'] as const).map((state) => ({ state, count: counts[STATES.indexOf(state)] ?? 0 }));
  const shown = pieces.filter(({ count }) => count > 0);
  if (shown.length === 0) return <span class="dim">–</span>;
  return (
    <span class="state-counts">
      <span class="state-bar" aria-hidden="true">
        {shown.map((piece) => (
          <Piece key={piece.state} {...piece} />
        ))}
      </span>
      <span class="state-text">{shown.map(({ state, count }) => `${count} ${STATE_WORDS[state]}`).join(', ')}</span>
    </span>
  );
}
