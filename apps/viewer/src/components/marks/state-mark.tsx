import type { RowState } from '../../data/route/row-states.js';

const SIGNS: Record<RowState, string> = { pass: '✓', borderline: '~', fail: '✗', open: '?', unscored: '!' };
export const STATE_WORDS: Record<RowState, string> = { pass: 'passed', borderline: 'borderline', fail: 'failed', open: 'open', unscored: 'unscored' };

interface Props {
  readonly state: RowState;
  readonly word?: boolean;
}

/** What became of a row: a sign and a word, so that colour carries nothing alone. */
export function StateMark({ state, word = false }: Props) {
  return (
    <span class={`mark-state ${state}`}>
      <span aria-hidden="true">{SIGNS[state]}</span>
      {word ? <span> {STATE_WORDS[state]}</span> : <span class="unseen">{STATE_WORDS[state]}</span>}
    </span>
  );
}
