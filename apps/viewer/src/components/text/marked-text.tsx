import { findMarks } from '../../text/find-marks.js';
import type { Sought } from '../../text/sought-texts.js';

interface Props {
  readonly text: string;
  readonly sought: readonly Sought[];
}

/** A text in which what evaluators found, or found although it should not be there, is marked. */
export function MarkedText({ text, sought }: Props) {
  if (sought.length === 0) return <>{text}</>;
  const parts = [];
  let at = 0;
  for (const { from, to, kind, by } of findMarks(text, sought)) {
    parts.push(text.slice(at, from));
    parts.push(
      <mark key={from} class={kind} title={kind === 'hit' ? `${by} found this` : `${by} says that this is wrong`}>
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}
