import { cleanText } from './clean-text.js';
import { textWidth } from './text-width.js';
import { truncateText } from './truncate-text.js';

/** What names a case to a reader. */
export interface NamedCase {
  readonly suite: string;
  readonly caseId: string;
  /** Label of the variant; empty for the only one. */
  readonly variant: string;
  /** Counts from 1, which is not shown. */
  readonly repeat?: number | undefined;
}

/** `suite › case [variant] #repeat`; the suite is cut before the case, which is what one looks for. */
export function caseTitle({ suite, caseId, variant, repeat = 1 }: NamedCase, width: number): string {
  const label = variant === '' ? '' : ` [${cleanText(variant)}]`;
  const rest = ` › ${cleanText(caseId)}${label}${repeat > 1 ? ` #${repeat}` : ''}`;
  return truncateText(truncateText(cleanText(suite), Math.max(6, width - textWidth(rest))) + rest, width);
}
