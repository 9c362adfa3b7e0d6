import type { ComponentChildren } from 'preact';

interface Props {
  readonly name: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A number with its name. */
export function Figure({ name, title, children }: Props) {
  return (
    <div class="figure" title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
