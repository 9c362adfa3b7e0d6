import { visibleText } from '@assay/schema';
import type { WireRow } from '../../data/row.js';
import { formatCost, formatKnownCost, formatCount, formatDuration, formatExact, formatTime } from '../../figures/format.js';
import { Section } from './section.js';

type Usage = WireRow['usage'];

function usageText(usage: Usage): string {
  if (usage === undefined) return '';
  const cached = usage.cached_input_tokens === undefined ? '' : ` (${formatCount(usage.cached_input_tokens)} cached)`;
  const reasoning = usage.reasoning_tokens === undefined ? '' : ` (${formatCount(usage.reasoning_tokens)} reasoning)`;
  return `${formatCount(usage.input_tokens)}${cached} → ${formatCount(usage.output_tokens)}${reasoning} tokens`;
}

/** @param saved What of it was spent at another time. */
function cost(usd: number | undefined, incomplete: boolean | undefined, saved: number | undefined): string {
  if (incomplete === true && !usd) return 'cost unknown';
  if (usd === undefined) return '';
  const kept = saved === undefined || saved === 0 ? '' : saved < usd ? `, ${formatCost(saved)} of it saved by the cache` : ', all of it saved by the cache';
  return `${formatKnownCost(usd, incomplete, 'at least ')}${kept}`;
}

function attemptsText(attempts: WireRow['attempts']): string {
  if (attempts === undefined) return '';
  const { sent, retries = 0, hedges = 0, batched = 0 } = attempts;
  const parts = [
    [retries, retries === 1 ? 'retry' : 'retries'],
    [hedges, 'sent twice, being slow'],
    [batched, 'answered by a batch'],
  ] as const;
  return [`${formatCount(sent)} sent`, ...parts.flatMap(([count, word]) => (count === 0 ? [] : [`${formatCount(count)} ${word}`]))].join(', ');
}

/** Longer values are in the row alone, in characters. */
const LONGEST = 1000;

/** Data as a text. */
function shortly(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}

/** Everything else that is known of a row. */
export function FactsPart({ row }: { readonly row: WireRow }) {
  const facts: (readonly [string, string])[] = [
    ['Target', row.target],
    ['Variant', row.variant.label],
    ['Temperature', row.variant.temperature === undefined ? '' : formatExact(row.variant.temperature)],
    ['Time', `${formatDuration(row.latency_ms)}${row.cached ? ', kept by the cache' : ''}`],
    ['Used', [usageText(row.usage), cost(row.cost_usd, row.cost_incomplete, row.saved?.cost_usd)].filter((text) => text !== '').join(', ')],
    ['Judges used', [usageText(row.judge_usage), cost(row.judge_cost_usd, row.judge_cost_incomplete, row.saved?.judge_cost_usd)].filter((text) => text !== '').join(', ')],
    ['Requests', attemptsText(row.attempts)],
    ['Confidence', row.confidence === undefined ? '' : formatExact(row.confidence)],
    ['Asked', `${formatTime(row.started_at)}, ended ${formatTime(row.finished_at)}`],
    ['Tags', row.tags.join(', ')],
    ['Weight of the case', row.case_weight === 1 ? '' : formatExact(row.case_weight)],
    ['Score at worst and best', row.score_bounds.worst === row.score_bounds.best ? '' : `${formatExact(row.score_bounds.worst)} to ${formatExact(row.score_bounds.best)}`],
    ...row.metrics.map(({ name, value, unit }) => [name, `${formatExact(value)}${unit === undefined ? '' : ` ${unit}`}`] as const),
    ...Object.entries(row.metadata ?? {}).map(([name, value]) => [name, shortly(value)] as const),
    ...Object.entries(row.fingerprints ?? {}).map(([role, value]) => [`Answered by (${role})`, shortly(value)] as const),
  ];
  return (
    <Section title="Facts">
      <dl class="facts-list">
        {facts
          .filter(([, text]) => text !== '')
          .map(([name, text], at) => (
            <div key={at}>
              <dt>{visibleText(name)}</dt>
              <dd>{visibleText(text)}</dd>
            </div>
          ))}
      </dl>
      {row.warnings.length > 0 && (
        <ul class="warnings">
          {row.warnings.map((warning, at) => (
            <li key={at}>{visibleText(warning)}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
