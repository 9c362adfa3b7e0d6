import type { HoldUp } from '@assay/schema';
import { formatCount } from '../../../format/format-count.js';
import { formatDuration } from '../../../format/format-duration.js';
import { cleanText } from '../../../text-layout/clean-text.js';

function textOf({ kind, target = '', count = 0, forMs = 0 }: HoldUp): string {
  const name = cleanText(target);
  if (kind === 'rate_limit') return `rate limit of ${name} (${forMs < 60_000 ? `${Math.ceil(forMs / 1000)} s` : formatDuration(forMs)})`;
  if (kind === 'retries') return `${formatCount(count, 'next try', 'next tries')} of ${name}`;
  if (kind === 'stuck') return `${formatCount(count, 'late reply', 'late replies')} of ${name}`;
  if (kind === 'batches') return `${formatCount(count, 'reply', 'replies')} of batches`;
  return `judges of ${formatCount(count, 'trial')}`;
}

/** What a run waits for, on one line, most important first; empty when nothing holds it up. */
export function holdUpText(holdUps: readonly HoldUp[]): string {
  return holdUps.length === 0 ? '' : `waits for ${holdUps.map(textOf).join(', ')}`;
}
