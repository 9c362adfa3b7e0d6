import type { RoundsSummary, RunSummary } from '@assay/schema';
import { lookLine, roundsLine, suiteRoundsLine } from '../../format/rounds-lines.js';
import { formatCount } from '../../format/format-count.js';
import { cleanText } from '../../text-layout/clean-text.js';
import { wrapText } from '../../text-layout/wrap-text.js';

const BRIEF = 10;

/** How many repeats each suite got, and why no more; nothing where their number was given. */
export function renderRounds({ rounds }: Pick<RunSummary, 'rounds'>, width: number, verbose: boolean): readonly string[] {
  if (!rounds || rounds.groups.length === 0) return [];
  const shown = rounds.groups.slice(0, verbose ? undefined : BRIEF);
  const hidden = rounds.groups.length - shown.length;
  const lines = [...shown.map((one) => cleanText(suiteRoundsLine(rounds, one))), ...(hidden > 0 ? [`… ${formatCount(hidden)} more`] : [])];
  return [...wrapText(`Repeats: ${roundsLine(rounds)}`, width), ...lines.flatMap((line) => wrapText(line, width - 2, 2).map((part) => `  ${part}`))];
}

/** What became of suites at a look, while the run goes on: a line each. */
export function renderLooks(rounds: RoundsSummary, width: number, verbose: boolean): readonly string[] {
  const shown = rounds.groups.slice(0, verbose ? undefined : BRIEF);
  const hidden = rounds.groups.length - shown.length;
  const lines = [...shown.map((one) => cleanText(lookLine(rounds, one))), ...(hidden > 0 ? [`… ${formatCount(hidden)} more`] : [])];
  return lines.flatMap((line) => wrapText(line, width, 2));
}
