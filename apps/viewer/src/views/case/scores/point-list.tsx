import { visibleText } from '@assay/schema';
import { useContext } from 'preact/hooks';
import { Markdown } from '../../../components/text/markdown.js';
import { StateMark } from '../../../components/marks/state-mark.js';
import type { WirePoint } from '../../../data/row.js';
import { ThresholdsOfRun, useStateOfScore } from '../../../data/thresholds.js';
import { formatExact, formatExactScore } from '../../../figures/format.js';
import { VoteList } from './vote-list.js';

function Point({ point }: { readonly point: WirePoint }) {
  const stateOfScore = useStateOfScore();
  const thresholds = useContext(ThresholdsOfRun);
  const hasMore = point.reasoning !== undefined || point.judges !== undefined || point.citation !== undefined || point.error !== undefined;
  const head = (
    <>
      <StateMark state={stateOfScore(point.score)} /> <span class="point-text">{visibleText(point.text)}</span>
      <span class="number">{point.score === null ? 'unscored' : formatExactScore(point.score, thresholds)}</span>
      {point.weight !== 1 && <span class="meta">×{formatExact(point.weight)}</span>}
      {point.inverted === true && <span class="meta">must not be</span>}
      {point.required === true && <span class="meta">required{point.minimum === undefined ? '' : ` ≥ ${formatExact(point.minimum)}`}</span>}
      {point.function !== undefined && <span class="meta">{visibleText(point.function)}</span>}
    </>
  );
  if (!hasMore) return <div class="point-head">{head}</div>;
  return (
    <details open={point.error !== undefined}>
      <summary class="point-head">{head}</summary>
      {point.error !== undefined && <p class="bad">{visibleText(point.error.message)}</p>}
      {point.citation !== undefined && <p class="dim">Source: {visibleText(point.citation)}</p>}
      {point.judges === undefined ? point.reasoning !== undefined && <Markdown text={point.reasoning} /> : <VoteList votes={point.judges} />}
    </details>
  );
}

/** Lines of a rubric, those of a path of a block below its name. */
export function PointList({ points }: { readonly points: readonly WirePoint[] }) {
  const groups = new Map<string, WirePoint[]>();
  for (const point of points) {
    const name = [point.block, point.path].filter((part) => part !== undefined).join(' · ');
    groups.set(name, [...(groups.get(name) ?? []), point]);
  }
  return (
    <ul class="points">
      {[...groups].map(([name, members]) => (
        <li key={name}>
          {name !== '' && <span class="path-name">{visibleText(name)}: all of these, or another way</span>}
          <ul>
            {members.map((point, at) => (
              <li key={at}>
                <Point point={point} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
