import type { KeptRanking, PageTable, RankedMember } from '@assay/schema';
import { endsText as shareEnds } from '../format/interval-ends.js';
import { formatCount } from '../format/format-count.js';
import { formatDifference } from '../format/format-difference.js';
import { formatScore } from '../format/format-score.js';
import { APART, comparedText, endsText } from './ranking-texts.js';

/** Room for the arrow of an open end. */
const ROOM = 1.1;

/** The axis of all groups: every end that is set lies on it. */
function axisOf(members: readonly RankedMember[]): { readonly least: number; readonly most: number } {
  const ends = members.flatMap(({ strength, low, high, openBelow, openAbove }) => [strength, ...(low === null || openBelow ? [] : [low]), ...(high === null || openAbove ? [] : [high])]);
  const furthest = ROOM * Math.max(1, ...ends.map(Math.abs));
  return { least: -furthest, most: furthest };
}

/** A ranking as tables: each group of targets that were compared with each other, then how far judges were led by the order. */
export function rankingTables({ groups, bias }: KeptRanking): readonly PageTable[] {
  const axis = axisOf(groups.flatMap(({ members }) => members));
  const ranked = groups.map(
    ({ members }, index): PageTable => ({
      title: groups.length > 1 ? `Group ${index + 1} of ${groups.length}` : '',
      header: ['Target', 'Strength', '95 % interval', 'Won', 'Lost', 'Tied'],
      rows: members.map((member) => [member.name, formatDifference(member.strength), endsText(member), formatCount(member.wins), formatCount(member.losses), formatCount(member.ties)]),
      remarks: groups.length > 1 && index === groups.length - 1 ? [APART] : [],
      spans: {
        title: 'Weaker, or stronger',
        ...axis,
        of: members.map(({ strength, low, high, openBelow, openAbove }) => ({ value: strength, low: openBelow ? null : low, high: openAbove ? null : high, mark: 0 })),
      },
    }),
  );
  const order: PageTable = {
    title: 'Judges led by the order of the replies',
    header: ['Judge', 'Pairs', 'To the first', 'To the second', 'Share', '± 95 %', 'Cases'],
    rows: bias.map(({ judge, pairs, first, second, led }) => [
      judge, formatCount(pairs), formatCount(first), formatCount(second), ...(led ? [formatScore(led.rate), shareEnds(led), formatCount(led.cases)] : ['–', '–', '–']),
    ]),
    remarks: [],
  };
  return [...ranked, ...(bias.length > 0 ? [order] : [])];
}

/** What was compared, by whom, over which runs. */
export function rankingSummary(ranking: KeptRanking): readonly string[] {
  const { judges, criterion, runs, at } = ranking;
  return [comparedText(ranking), `by ${judges.join(', ')} on ${at.slice(0, 10)}${runs.length > 1 ? `, replies of ${runs.join(', ')}` : ''}`, `the better reply: ${criterion}`];
}
