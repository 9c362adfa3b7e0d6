import { visibleText } from '@assay/schema';
import type { RunLayout } from '../../data/route/run-layout.js';
import { metadataOf } from '../../data/columns/metadata-of.js';
import type { RunIndex } from '../../data/index/run-index.js';

interface Props {
  readonly index: RunIndex;
  readonly position: number;
  readonly layout: Pick<RunLayout, 'extras' | 'metadata'>;
  /** Whether the line is one of a list: then the target stands here, and tags and metadata in columns of their own. */
  readonly inList: boolean;
}

/** Who is asked what: the first cell of a line. */
export function CaseCell({ index, position, layout: { extras, metadata }, inList }: Props) {
  const { id, suite, question, tags } = index.caseOf(position);
  const variant = index.names.variants[index.variant[position] ?? 0] ?? '';
  return (
    <>
      <span class="cell-head">
        <span class="case-id">{visibleText(id)}</span>
        {inList && <span class="meta">{visibleText(`${index.names.targets[index.target[position] ?? 0]}${variant === '' ? '' : ` · ${variant}`}`)}</span>}
        {(extras.includes('suite') || !extras.includes('question')) && <span class="meta">{visibleText(index.names.suites[suite]?.name ?? '')}</span>}
        {!inList && extras.includes('tags') && tags.map((tag) => <span key={tag} class="tag">{visibleText(index.names.tags[tag] ?? '')}</span>)}
        {!inList &&
          metadata.map((key) => {
            const value = metadataOf(index, position, key);
            return value === undefined ? null : <span key={key} class="tag">{visibleText(`${key}: ${value}`)}</span>;
          })}
      </span>
      {extras.includes('question') && <span class="preview">{visibleText(question)}</span>}
    </>
  );
}
