import type { ComponentChildren } from 'preact';

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

export function Problem({ problem, again }: { readonly problem: { readonly message: string; readonly hint?: string | undefined }; readonly again?: () => void }) {
  return (
    <Notice kind="error">
      <strong>{problem.message}</strong>
      {problem.hint !== undefined && <span> {problem.hint}</span>}
      {again !== undefined && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </Notice>
  );
}
