import { findMarks } from '../../text/find-marks.js';

interface Props {
  readonly text: string;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

/** A text in which what evaluators found, or found although it should not be there, is marked. */
export function MarkedText({ text, hits, misses }: Props) {
  if (hits.length === 0 && misses.length === 0) return <>{text}</>;
  const parts = [];
  let at = 0;
  for (const { from, to, kind } of findMarks(text, hits, misses)) {
    parts.push(text.slice(at, from));
    parts.push(
      <mark key={from} class={kind} title={kind === 'hit' ? 'An evaluator found this' : 'An evaluator says that this is missed'}>
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}
