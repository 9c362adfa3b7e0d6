import { visibleText } from '@assay/schema';
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
  /** The name of the view that could not be shown: it is all that there is, and leads to the list of runs. */
  readonly view?: string | undefined;
  /** Whether there is a list of runs. */
  readonly runs?: boolean;
}

/** A message as a sentence begins. */
const sentence = (text: string): string => visibleText(text.charAt(0).toUpperCase() + text.slice(1));

/** What went wrong, and what can be done. */
export function Problem({ problem, again, view, runs = true }: ProblemProps) {
  const notice = (
    <Notice kind="error">
      <strong>{sentence(problem.message)}</strong>
      {problem.hint !== undefined && <span> {sentence(problem.hint)}</span>}
      {again !== undefined && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
      {view !== undefined && runs && (
        <a class="button" href={runsHref}>
          All runs
        </a>
      )}
    </Notice>
  );
  if (view === undefined) return notice;
  return (
    <>
      <h1 class="unseen">{visibleText(view)}</h1>
      {notice}
    </>
  );
}
