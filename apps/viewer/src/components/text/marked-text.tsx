import { visibleText } from '@assay/schema';
import { findMarks } from '../../text/find-marks.js';
import type { Sought } from '../../text/sought-texts.js';

interface Props {
  readonly text: string;
  readonly sought: readonly Sought[];
  /** Whether what nobody sees (control characters, marks of direction) stands as a code. */
  readonly raw: boolean;
}

/** A text in which what evaluators found, or found although it should not be there, is marked. */
export function MarkedText({ text, sought, raw }: Props) {
  const shown = (part: string): string => (raw ? visibleText(part) : part);
  if (sought.length === 0) return <>{shown(text)}</>;
  const parts = [];
  let at = 0;
  for (const { from, to, kind, by } of findMarks(text, sought)) {
    parts.push(shown(text.slice(at, from)));
    parts.push(
      <mark key={from} class={kind} title={kind === 'hit' ? `${by} found this` : `${by} says that this is wrong`}>
        {shown(text.slice(from, to))}
      </mark>,
    );
    at = to;
  }
  parts.push(shown(text.slice(at)));
  return <>{parts}</>;
}
