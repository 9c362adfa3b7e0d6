import type { Extra } from '../../data/route/run-layout.js';
import type { RunIndex } from '../../data/index/run-index.js';

interface Props {
  readonly index: RunIndex;
  readonly position: number;
  readonly extras: readonly Extra[];
  /** Whether the target stands here, for want of columns. */
  readonly target: boolean;
}

/** Who is asked what: the first cell of a line. */
export function CaseCell({ index, position, extras, target }: Props) {
  const { id, suite, question, tags } = index.caseOf(position);
  const variant = index.names.variants[index.variant[position] ?? 0] ?? '';
  return (
    <>
      <span class="cell-head">
        <span class="case-id">{id}</span>
        {target && <span class="meta">{index.names.targets[index.target[position] ?? 0]}{variant === '' ? '' : ` · ${variant}`}</span>}
        {(extras.includes('suite') || !extras.includes('question')) && <span class="meta">{index.names.suites[suite]?.name}</span>}
        {extras.includes('tags') && tags.map((tag) => <span key={tag} class="tag">{index.names.tags[tag]}</span>)}
      </span>
      {extras.includes('question') && <span class="preview">{question}</span>}
    </>
  );
}
