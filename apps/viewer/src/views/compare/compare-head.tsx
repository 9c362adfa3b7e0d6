import { visibleText, type PageChange } from '@assay/schema';
import { ChangeList } from '../../components/bar/change-list.js';
import { Figure } from '../../components/bar/figure.js';
import { Interval } from '../../components/marks/interval.js';
import type { CompareFigures } from '../../data/comparing/compare-figures.js';
import type { SideChoice, SidesChoice } from '../../data/comparing/compared-sides.js';
import type { Pairing } from '../../data/comparing/paired-rows.js';
import type { RunStore } from '../../data/run-store.js';
import { thresholdsOf } from '../../data/thresholds.js';
import type { Loaded } from '../../data/use-loaded.js';
import { formatCount, formatDifference, formatScores } from '../../figures/format.js';
import { SideHead } from './side-head.js';

interface Props {
  readonly a: RunStore;
  readonly b: RunStore;
  readonly isOneRun: boolean;
  readonly sides: SidesChoice;
  readonly pairing: Pairing;
  readonly figures: CompareFigures;
  /** What is shown of them, as it is known to those who compare. */
  readonly changes: Loaded<readonly PageChange[] | undefined>;
  readonly onSide: (name: 'a' | 'b', side: SideChoice) => void;
}

/** What is compared, and what it comes to. */
export function CompareHead({ a, b, isOneRun, sides, pairing, figures, changes, onSide }: Props) {
  const [scoreA, scoreB] = formatScores(figures.a.mean, figures.b.mean, thresholdsOf(a), thresholdsOf(b));
  const onlyOne = pairing.onlyA + pairing.onlyB;
  return (
    <header class="compare-head">
      <div class="sides">
        <SideHead name="A" store={a} side={sides.a} states={figures.statesA} mayBeAll={!isOneRun} onSide={(side) => onSide('a', side)} />
        <SideHead name="B" store={b} side={sides.b} states={figures.statesB} mayBeAll={!isOneRun} onSide={(side) => onSide('b', side)} />
      </div>
      <dl class="figures" aria-label="Figures of the comparison">
        <Figure name="compared" title="Cases that both have">
          {formatCount(pairing.pairs.length)}
          {onlyOne > 0 && <small> {formatCount(onlyOne)} in one alone</small>}
        </Figure>
        <Figure name="difference" title="Mean of B minus A over all that is compared, weighted by case, with its interval of 95 %">
          {formatDifference(figures.difference.mean)} <Interval of={figures.difference.interval} signed />
        </Figure>
        <Figure name="worse">{formatCount(figures.worse)}</Figure>
        <Figure name="better">{formatCount(figures.better)}</Figure>
        {figures.unscored > 0 && (
          <Figure name="unscored" title="Cases without a score on a side: they are in no mean">
            {formatCount(figures.unscored)}
          </Figure>
        )}
        <Figure name="score A" title="Weighted by case, with its interval of 95 %">
          {scoreA} <Interval of={figures.a.interval} />
        </Figure>
        <Figure name="score B" title="Weighted by case, with its interval of 95 %">
          {scoreB} <Interval of={figures.b.interval} />
        </Figure>
      </dl>
      {changes.value !== undefined && changes.value.length > 0 && <ChangeList changes={changes.value} />}
      {changes.problem !== undefined && <p class="dim">No test of the difference: {visibleText(changes.problem.message)}.</p>}
    </header>
  );
}
