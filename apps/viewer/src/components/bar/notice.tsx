import type { ComponentChildren } from 'preact';
import { runsHref } from '../../data/route/route.js';

interface Props {
  readonly kind: 'error' | 'hint' | 'wait';
  readonly children: ComponentChildren;
}

/** A line that says how things stand. */
export function Notice({ kind, children }: Props) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

interface ProblemProps {
  readonly problem: { readonly message: string; readonly hint?: string | undefined };
  readonly again?: () => void;
  /** Whether the way out is the list of runs. */
  readonly runs?: boolean;
}

/** A message as a sentence begins. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What went wrong, and what can be done. */
export function Problem({ problem, again, runs = false }: ProblemProps) {
  return (
    <Notice kind="error">
      <strong>{sentence(problem.message)}</strong>
      {problem.hint !== undefined && <span> {sentence(problem.hint)}</span>}
      {again !== undefined && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
      {runs && (
        <a class="button" href={runsHref}>
          All runs
        </a>
      )}
    </Notice>
  );
}
