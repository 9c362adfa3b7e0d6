import { visibleText } from '@assay/schema';
import { useContext, useMemo } from 'preact/hooks';
import { Interval } from '../../../components/marks/interval.js';
import { sliceRows, type Slice } from '../../../data/summing/slice-rows.js';
import type { RunIndex } from '../../../data/index/run-index.js';
import type { RunFilter } from '../../../data/route/run-filter.js';
import { metadataKey, type Grouping } from '../../../data/route/run-layout.js';
import { ThresholdsOfRun } from '../../../data/thresholds.js';
import { formatCount, formatScore, formatShare, shareText } from '../../../figures/format.js';

const MOST = 200;

interface Props {
  readonly index: RunIndex;
  readonly shown: Uint8Array;
  readonly by: Grouping;
  readonly onFilter: (change: Partial<RunFilter>) => void;
}

/** The filter for the rows of a slice; undefined where there is none. */
function filterFor(by: Grouping, { value, several }: Slice): Partial<RunFilter> | undefined {
  if (several) return undefined;
  const key = metadataKey(by);
  if (key !== undefined) return { metadata: [{ key, value }] };
  if (by === 'tag') return { tags: [value] };
  if (by === 'suite') return { suites: [value] };
  if (by === 'target') return { targets: [value] };
  if (by === 'variant') return { variants: [value] };
  return by === 'evaluator' ? { evaluator: value } : { facts: ['errors'] };
}

/** Rows by what they have in common: how many, how they came out. */
export function Slices({ index, shown, by, onFilter }: Props) {
  const thresholds = useContext(ThresholdsOfRun);
  // From where on the score of an evaluator is a pass.
  const { pass: passFrom } = thresholds;
  const slices = useMemo(() => sliceRows(index, shown, by, passFrom), [index, shown, by, passFrom]);
  const title = metadataKey(by) ?? by;
  if (slices.length === 0) return <p class="hint">Nothing that is shown has a {title}.</p>;
  return (
    <div class="slices" tabIndex={0} role="group" aria-label={`By ${title}`}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" class="number">replies</th>
            <th scope="col" class="number" title="Weighted by case, with its interval of 95 %">mean score</th>
            <th scope="col" class="number" title="Of those with a verdict, with its interval of 95 %">passed</th>
          </tr>
        </thead>
        <tbody>
          {slices.slice(0, MOST).map((slice) => {
            const { name, value, several, rows, passed, ruled, mean, interval, passInterval } = slice;
            const filter = filterFor(by, slice);
            return (
              <tr key={several ? 'others' : `=${value}`}>
                <th scope="row">{filter === undefined ? visibleText(name) : <button type="button" class="link" onClick={() => onFilter(filter)}>{visibleText(name)}</button>}</th>
                <td class="number">{formatCount(rows)}</td>
                <td class="number">
                  {formatScore(mean, thresholds)} <Interval of={interval} />
                </td>
                <td class="number">
                  {ruled === 0 ? '–' : formatShare(passed / ruled)} {passInterval !== undefined && <small>{shareText(passInterval)}</small>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {slices.length > MOST && <p class="hint">{slices.length - MOST} more, with better scores.</p>}
    </div>
  );
}
