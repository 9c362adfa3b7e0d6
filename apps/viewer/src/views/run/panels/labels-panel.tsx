import { visibleText } from '@assay/schema';
import { Interval } from '../../../components/marks/interval.js';
import { formatCount, formatScore } from '../../../figures/format.js';
import { countedInterval } from '../../../figures/intervals.js';
import type { WireSummary } from '../../../data/row.js';

type Group = WireSummary['groups'][number];
type Classification = NonNullable<Group['classifications']>[number];
type Label = Classification['labels'][number];
type Calibration = NonNullable<Classification['calibration']>;

/** Labels whose figures stand in the table; of more those that were true most often. */
const MOST_LISTED = 50;
/** Labels of which the confusion matrix is shown. */
const MOST_IN_MATRIX = 30;

interface Props {
  /** As it is stored; undefined while the run goes on. */
  readonly summary: WireSummary | undefined;
}

const titleOf = ({ label, kind }: Label): string => (kind === 'other' ? '(other labels)' : kind === 'none' ? '(no label)' : visibleText(label));

function Figures({ labels }: { readonly labels: readonly Label[] }) {
  const most = new Set(labels.toSorted((a, b) => b.support - a.support).slice(0, MOST_LISTED));
  return (
    <>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col" class="number" title="How often it was the right one">true</th>
            <th scope="col" class="number" title="How often it was the answer">said</th>
            <th scope="col" class="number" title="Of the answers that say it, the share that is right">precision</th>
            <th scope="col" class="number" title="Of the replies that should say it, the share that does">recall</th>
            <th scope="col" class="number">F1</th>
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => most.has(label) && (
            <tr key={at}>
              <th scope="row">{titleOf(label)}</th>
              <td class="number">{formatCount(label.support)}</td>
              <td class="number">{formatCount(label.predicted)}</td>
              <td class="number">{formatScore(label.precision)} <Interval of={label.precision_interval} /></td>
              <td class="number">{formatScore(label.recall)} <Interval of={label.recall_interval} /></td>
              <td class="number">{formatScore(label.f1)} <Interval of={label.f1_interval} /></td>
            </tr>
          ))}
        </tbody>
      </table>
      {labels.length > MOST_LISTED && <p class="hint small">{labels.length - MOST_LISTED} more labels, all of them in the summary.json of the run.</p>}
    </>
  );
}

/** Which label was taken for which. */
function Matrix({ labels, confusion }: Classification) {
  if (labels.length > MOST_IN_MATRIX) return null;
  return (
    <table class="plain matrix">
      <thead>
        <tr>
          <th scope="col">true \ said</th>
          {labels.map((label, at) => (
            <th key={at} scope="col" class="number">{titleOf(label)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {confusion.map((row, at) => (
          <tr key={at}>
            <th scope="row">{titleOf(labels[at] ?? { label: '' } as Label)}</th>
            {row.map((count, place) => (
              <td key={place} class={`number${count === 0 ? ' dim' : place === at ? ' good' : ' bad'}`}>{formatCount(count)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How far what the target said of its own certainty is from what came true. */
function Confidences({ items, ece, largest, bins }: Calibration) {
  return (
    <details>
      <summary>
        Confidences: ECE {formatScore(ece)} over {formatCount(items)}, at most {formatScore(largest)}
      </summary>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Confidence</th>
            <th scope="col" class="number">replies</th>
            <th scope="col" class="number">said</th>
            <th scope="col" class="number">right</th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ low, high, count, confidence, accuracy }) => (
            <tr key={low}>
              <th scope="row">{formatScore(low)}–{formatScore(high)}</th>
              <td class="number">{formatCount(count)}</td>
              <td class="number">{formatScore(confidence)}</td>
              <td class="number">{formatScore(accuracy)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Part({ group, found }: { readonly group: Group; readonly found: Classification }) {
  const { accuracy, interval, items, macro, micro, absent, labels, calibration } = found;
  return (
    <section class="classification">
      <h2>
        {visibleText(group.suite)} <span class="dim">on</span> {visibleText(group.target)}
        {group.variant !== undefined && <span class="dim"> {visibleText(group.variant)}</span>} <span class="dim">({visibleText(found.evaluator)})</span>
      </h2>
      <p>
        accuracy <b>{formatScore(accuracy)}</b> <Interval of={interval && countedInterval(interval, items)} /> of {formatCount(items)}, macro F1 <b>{formatScore(macro.f1)}</b> <Interval of={macro.f1_interval} />
        {absent > 0 && ` without ${formatCount(absent)} absent`}, micro F1 <b>{formatScore(micro.f1)}</b> <Interval of={micro.f1_interval} />
      </p>
      <div class="classification-tables">
        <Figures labels={labels} />
        <Matrix {...found} />
      </div>
      {calibration !== undefined && <Confidences {...calibration} />}
    </section>
  );
}

/** Whether a run has figures of labels. */
export function hasLabels(summary: WireSummary | undefined): boolean {
  return summary?.groups.some(({ classifications = [] }) => classifications.length > 0) ?? false;
}

/** What `label` evaluators found: figures of each label, which were taken for which, and how far confidences hold. */
export function LabelsPanel({ summary }: Props) {
  if (!hasLabels(summary)) return <p class="hint">{summary === undefined ? 'Figures of labels are there when the run has ended.' : 'No label evaluator scored this run.'}</p>;
  return (
    <div class="judges labels" tabIndex={0} role="group" aria-label="Labels">
      {summary?.groups.flatMap((group, at) => (group.classifications ?? []).map((found) => <Part key={`${at} ${found.evaluator}`} group={group} found={found} />))}
      <p class="hint small">Of the whole run, whatever is filtered.</p>
    </div>
  );
}
