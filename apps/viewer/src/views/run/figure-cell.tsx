import type { RunIndex } from '../../data/index/run-index.js';
import type { Extra } from '../../data/route/run-layout.js';
import { formatCost, formatCount, formatDuration, formatScore } from '../../figures/format.js';

interface Props {
  readonly index: RunIndex;
  readonly position: number;
  readonly extra: Extra;
}

function Scores({ index, position }: Omit<Props, 'extra'>) {
  const scores = [];
  for (let at = index.scoresFrom[position] ?? 0; at < (index.scoresFrom[position + 1] ?? 0); at += 1) {
    scores.push(
      <span key={at} class="one-score">
        {index.names.evaluators[index.scoreOf[at] ?? 0]} <b>{formatScore(index.scoreIs[at])}</b>
      </span>,
    );
  }
  return <>{scores}</>;
}

/** A figure of a row in a column of its own. */
export function FigureCell({ index, position, extra }: Props) {
  if (extra === 'latency') return <>{formatDuration(index.latency[position])}</>;
  if (extra === 'cost') return <>{formatCost(index.cost[position])}</>;
  if (extra === 'judging') return <>{formatCost(index.judging[position])}</>;
  if (extra === 'tokens') {
    const [input, output] = [index.input[position], index.output[position]];
    return <>{Number.isNaN(input) ? '–' : `${formatCount(input)} → ${formatCount(output)}`}</>;
  }
  return <Scores index={index} position={position} />;
}
