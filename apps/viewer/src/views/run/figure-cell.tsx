import { INDEX_FLAGS, visibleText } from '@assay/schema';
import { Fragment } from 'preact';
import { useContext } from 'preact/hooks';
import { Cost } from '../../components/marks/cost.js';
import type { RunIndex } from '../../data/index/run-index.js';
import type { ExtraColumn } from '../../data/columns/extra-columns.js';
import { metadataOf } from '../../data/columns/metadata-of.js';
import { ThresholdsOfRun } from '../../data/thresholds.js';
import { formatCount, formatDuration, formatScore } from '../../figures/format.js';

interface Props {
  readonly index: RunIndex;
  readonly position: number;
  readonly column: ExtraColumn;
}

function Scores({ index, position }: Omit<Props, 'column'>) {
  const thresholds = useContext(ThresholdsOfRun);
  const scores = [];
  for (let at = index.scoresFrom[position] ?? 0; at < (index.scoresFrom[position + 1] ?? 0); at += 1) {
    scores.push(
      <span key={at} class="one-score">
        {visibleText(index.names.evaluators[index.scoreOf[at] ?? 0] ?? '')} <b>{formatScore(index.scoreIs[at], thresholds)}</b>
      </span>,
    );
  }
  return <>{scores}</>;
}

function Tags({ index, position }: Omit<Props, 'column'>) {
  return (
    <>
      {index.caseOf(position).tags.map((tag) => (
        <Fragment key={tag}>
          <span class="tag">{visibleText(index.names.tags[tag] ?? '')}</span>{' '}
        </Fragment>
      ))}
    </>
  );
}

/** Something of a row in a column of its own. */
export function FigureCell({ index, position, column }: Props) {
  if (column.kind === 'metadata') return <span class="clamped">{visibleText(metadataOf(index, position, column.key) ?? '–')}</span>;
  const { extra } = column;
  if (extra === 'latency') return <>{formatDuration(index.latency[position])}</>;
  const flags = index.flags[position] ?? 0;
  if (extra === 'cost') return <Cost usd={index.cost[position]} incomplete={(flags & INDEX_FLAGS.unpriced) !== 0} />;
  if (extra === 'judging') return <Cost usd={index.judging[position]} incomplete={(flags & INDEX_FLAGS.unpricedJudging) !== 0} />;
  if (extra === 'tokens') {
    const [input, output] = [index.input[position], index.output[position]];
    return <>{Number.isNaN(input) ? '–' : `${formatCount(input)} → ${formatCount(output)}`}</>;
  }
  if (extra === 'attempts') return <>{formatCount(index.attempts[position])}</>;
  if (extra === 'tags') return <Tags index={index} position={position} />;
  return <Scores index={index} position={position} />;
}
