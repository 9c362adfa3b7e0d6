import { visibleText } from '@assay/schema';
import { useMemo } from 'preact/hooks';
import { wordDiff } from '../../text/word-diff.js';

interface Props {
  readonly from: string;
  readonly to: string;
  /** Who wrote the texts. */
  readonly fromLabel: string;
  readonly toLabel: string;
}

/** Two texts as one, with what has to change in the first for it to become the second. */
export function DiffText({ from, to, fromLabel, toLabel }: Props) {
  const pieces = useMemo(() => wordDiff(from, to), [from, to]);
  if (from === to) return <p class="hint">The texts are the same.</p>;
  if (pieces === undefined) {
    return (
      <div class="beside">
        <p class="hint wide">These texts are too long, or too different, to be held against each other word by word.</p>
        <pre class="raw">{visibleText(from)}</pre>
        <pre class="raw">{visibleText(to)}</pre>
      </div>
    );
  }
  return (
    <figure class="diff">
      <figcaption>
        <del>only in {fromLabel}</del> <ins>only in {toLabel}</ins>
      </figcaption>
      <pre class="raw">
        {pieces.map(({ text: piece, kind }, at) => {
          const text = visibleText(piece);
          if (kind === 'same') return text;
          return kind === 'added' ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>;
        })}
      </pre>
    </figure>
  );
}
