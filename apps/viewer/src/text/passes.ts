import type { WireSummary } from '../data/row.js';
import { formatCount, formatScore, plural, shareText } from '../figures/format.js';

type Passes = NonNullable<NonNullable<WireSummary['repeats']>['passes']>[number];

function chance(name: string, share: number | null, interval: Passes['pass_at_k_interval']): string {
  return `${name} ${formatScore(share)}${interval === undefined ? '' : ` (${shareText(interval)})`}`;
}

/** How likely cases are to pass at least once, and each time: `pass@3 0.90 (56–100 %), pass^3 0.60 (26–88 %)`. */
export function passesText({ k, cases, incomplete, pass_at_k: some, pass_at_k_interval: ofSome, pass_hat_k: all, pass_hat_k_interval: ofAll }: Passes): string {
  const lost = incomplete > 0 ? `, ${formatCount(incomplete)} of ${plural(cases + incomplete, 'case')} left out` : '';
  return `${chance(`pass@${k}`, some, ofSome)}, ${chance(`pass^${k}`, all, ofAll)}${lost}`;
}

/** The same with the names of what it is of. */
export function namedPassesText(passes: Passes): string {
  const { suite, target, variant } = passes;
  return `${suite} on ${target}${variant === '' ? '' : ` (${variant})`}: ${passesText(passes)}`;
}
