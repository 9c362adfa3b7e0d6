import { formatCount, formatScore } from '@assay/reports';
import { DEFAULT_VERDICT_THRESHOLDS, type RunManifest, type RunSummary } from '@assay/schema';
import { shardText } from '../options/shard-text.js';
import type { KeptRun } from '../runs/kept-runs.js';
import type { ListItem } from './list-item.js';

/** Suites or targets of a run that a list names. */
const MOST_NAMES = 3;

/** The first names of a list, and how many there are more. */
function firstNames(items: readonly { readonly name: string }[]): string {
  const shown = items.slice(0, MOST_NAMES).map(({ name }) => name);
  return [shown.join(', '), ...(items.length > MOST_NAMES ? [`${items.length - MOST_NAMES} more`] : [])].join(' and ');
}

/** The score of the run, or the lowest and the highest one of its suites and targets: none is shown as a limit or a threshold that it missed. */
function scoresOf({ groups, threshold }: RunSummary, { verdicts: { pass, borderline } = DEFAULT_VERDICT_THRESHOLDS }: RunManifest): readonly string[] {
  const scores = groups.map(({ score }) => score).filter((score) => score !== null);
  if (scores.length === 0) return [];
  const [low = '', high = ''] = [Math.min(...scores), Math.max(...scores)].map((score) => formatScore(score, threshold, pass, borderline));
  return [low === high ? `score ${low}` : `scores ${low} to ${high}`];
}

/** A stored run: how it ended, and what it came to. */
export function runItem({ runId: name, manifest, status, summary }: KeptRun): ListItem {
  if (!manifest) return { name, description: 'unreadable' };
  const { rows, suites, targets, shard, merged } = manifest;
  // How far a run is that did not write its end, only its rows tell.
  const ended = status !== 'running' && status !== 'killed';
  const part = shard ? [`shard ${shardText(shard)}`] : merged ? [`${merged.count - merged.missing.length} of ${merged.count} shards`] : [];
  const waiting = summary?.waitingTrials === undefined ? [] : [`waits for batches with ${formatCount(summary.waitingTrials, 'trial')}`];
  const facts = [...part, summary?.outcome ?? status, ...waiting, ...(summary ? scoresOf(summary, manifest) : []), ...(ended ? [formatCount(rows, 'row')] : [])];
  const where = targets.length > 0 ? ` on ${firstNames(targets)}` : '';
  const scores = summary?.groups.map(({ suite, target, variant, score }) => ({ suite, target, ...(variant === undefined ? {} : { variant }), score }));
  return {
    name,
    description: `${facts.join(', ')}: ${firstNames(suites)}${where}`,
    places: { ...(status === undefined ? {} : { status }), ...(shard ? { shard: { ...shard } } : {}), ...(ended ? { rows } : {}), ...(summary && scores ? { outcome: summary.outcome, scores } : {}) },
  };
}
