import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  /** Stands behind the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of what is shown of a case. */
export function Section({ title, aside, children }: Props) {
  return (
    <section class="part" aria-label={title}>
      <div class="part-head">
        <h3>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
