const DASH = '–';
const isMissing = (value: number | null | undefined): value is null | undefined => value === null || value === undefined || !Number.isFinite(value);
const counts = new Intl.NumberFormat('en');
const dollars = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** What limits forgive of a score: noise of floating-point numbers. */
export const FORGIVEN = 1e-9;
const sideOf = (score: number, bound: number): number => (Math.abs(score - bound) <= FORGIVEN ? 0 : Math.sign(score - bound));

interface Limits {
  readonly pass: number;
  readonly borderline: number;
}

/** Limits of verdicts where nobody says others. */
const USUAL: Limits = { pass: 0.8, borderline: 0.6 };

/** As many as it takes to show of a score what limits do not forgive. */
const DECIMALS_OF_SCORES = 10;

/** A score in [0, 1] with two decimals, or more where two would say 0, 1 or a limit of verdicts although it is none; `–` for none. */
export const formatScore = (score: number | null | undefined, limits: Limits = USUAL): string => withDecimals(score, 2, limits);

/** The same with at least so many decimals. */
function withDecimals(score: number | null | undefined, least: number, { pass, borderline }: Limits): string {
  if (isMissing(score)) return DASH;
  for (let decimals = least; decimals <= DECIMALS_OF_SCORES; decimals += 1) {
    const shown = score.toFixed(decimals);
    if ([0, borderline, pass, 1].every((bound) => sideOf(Number(shown), bound) === sideOf(score, bound))) return shown;
  }
  return score.toFixed(least);
}

/**
 * Two scores that stand beside each other, each against the limits of its run: with more decimals where two would show the same of
 * scores that differ, so that 0.8004 and 0.7996 are not both `0.80`.
 */
export function formatScores(a: number | null | undefined, b: number | null | undefined, ofA: Limits = USUAL, ofB: Limits = ofA): readonly [a: string, b: string] {
  const shown = [formatScore(a, ofA), formatScore(b, ofB)] as const;
  if (isMissing(a) || isMissing(b) || shown[0] !== shown[1] || Math.abs(a - b) <= FORGIVEN) return shown;
  for (let decimals = 3; decimals <= DECIMALS_OF_SCORES; decimals += 1) {
    const longer = [withDecimals(a, decimals, ofA), withDecimals(b, decimals, ofB)] as const;
    if (longer[0] !== longer[1]) return longer;
  }
  return shown;
}

/** Up to four significant digits, for arithmetic that is written out. */
export function formatExact(value: number | null | undefined): string {
  return isMissing(value) ? DASH : String(Number(value.toPrecision(4)));
}

/** The same of a score that stands beside its verdict: with more digits where four would say 0, 1 or a limit although it is none. */
export function formatExactScore(score: number | null | undefined, { pass, borderline }: Limits = USUAL): string {
  if (isMissing(score)) return DASH;
  for (let digits = 4; digits <= DECIMALS_OF_SCORES; digits += 1) {
    const shown = Number(score.toPrecision(digits));
    if ([0, borderline, pass, 1].every((bound) => sideOf(shown, bound) === sideOf(score, bound))) return String(shown);
  }
  return formatExact(score);
}

/** `+0.05`, `−0.12`, `0.00`; with more decimals where two would show none: `−0.0004`. Noise of floating-point numbers is none. */
export function formatDifference(value: number | null | undefined): string {
  if (isMissing(value)) return DASH;
  if (Math.abs(value) <= FORGIVEN) return '0.00';
  for (let decimals = 2; decimals <= DECIMALS_OF_SCORES; decimals += 1) {
    const shown = Math.abs(value).toFixed(decimals);
    if (Number(shown) > 0) return `${value > 0 ? '+' : '−'}${shown}`;
  }
  return '0.00';
}

/** Milliseconds: `850 ms`, `1.2 s`, `3m 04s`, `1h 02m`, `2d 03h`. */
export function formatDuration(ms: number | null | undefined): string {
  if (isMissing(ms)) return DASH;
  if (ms > 0 && ms < 1) return '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return `${hours}h ${two(Math.floor(seconds / 60) % 60)}m`;
  return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`;
}

/** The least that is shown as a figure, in US dollars. */
const SMALLEST = 0.0001;

/** US dollars: four decimals below one dollar. */
export function formatCost(usd: number | null | undefined): string {
  if (isMissing(usd)) return DASH;
  if (usd === 0) return '$0.00';
  if (usd > 0 && usd < SMALLEST) return '<$0.0001';
  return `$${usd < 0.99995 ? usd.toFixed(4) : dollars.format(usd)}`;
}

/** A cost of which a part may have no known price: then what is known is the least that it can be, and nothing known is `unknown`. */
export function formatKnownCost(usd: number | null | undefined, incomplete: boolean | undefined, atLeast = '≥ '): string {
  if (incomplete !== true) return formatCost(usd);
  if (isMissing(usd) || usd === 0) return 'unknown';
  // At least less than something would be no figure at all.
  return usd < SMALLEST ? `${atLeast.replace('≥', '>').replace('at least', 'more than')}$0.00` : `${atLeast}${formatCost(usd)}`;
}

export function formatCount(value: number | null | undefined): string {
  return isMissing(value) ? DASH : counts.format(Math.round(value));
}

/** `1 question`, `1,000 questions` */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1 reply`, `1,000 replies` */
export function repliesText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'reply' : 'replies'}`;
}

/** A share in [0, 1]; 100 % and 0 % are shown for all and none alone, with as many decimals as that takes: one that passes of 5,000 is `0.02 %`. */
export function formatShare(share: number | null | undefined): string {
  if (isMissing(share)) return DASH;
  const percent = Math.round(share * 100);
  if ((percent !== 100 || share >= 1) && (percent !== 0 || share <= 0)) return `${percent} %`;
  for (let decimals = 1; decimals <= 6; decimals += 1) {
    const shown = (share * 100).toFixed(decimals);
    if (Number(shown) > 0 && Number(shown) < 100) return `${shown} %`;
  }
  return `${percent} %`;
}

/** Noise of floating-point numbers, which would round an end outwards once more. */
const NOISE = 1e-9;

/** The ends of an interval of shares, rounded outwards: `71–99 %`; with a decimal where they would be 0 or 100 % and are not. */
export function shareText({ low, high }: { readonly low: number; readonly high: number }): string {
  const [from, to] = [Math.floor(low * 100 + NOISE), Math.ceil(high * 100 - NOISE)];
  const below = from === 0 && low > 0 ? (Math.floor(low * 1000 + NOISE) / 10).toFixed(1) : String(from);
  const above = to === 100 && high < 1 ? (Math.ceil(high * 1000 - NOISE) / 10).toFixed(1) : String(to);
  return `${below}–${above} %`;
}

/** `22 Nov 19:34` in the reader's time zone, with the year when it is another one. */
export function formatTime(iso: string | number | null | undefined, now = new Date()): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return DASH;
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return date.toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...year });
}
