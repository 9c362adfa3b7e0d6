import type { LabelDraw } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import type { JudgedReply } from './labelled-reply.js';

export interface LabelChances {
  /** With which chance a labelled reply came to be labelled; undefined where nobody drew it. */
  readonly chanceOf: (reply: JudgedReply) => number | undefined;
  /** Replies that lots were drawn among, in strata of which none is labelled. */
  readonly uncovered: number;
  readonly by: readonly string[];
  readonly notes: readonly string[];
  /** Labels of other draws than most, which `notes` tells of. */
  readonly otherDraws: number;
}

const says = ({ label }: JudgedReply): boolean => label !== undefined && label.verdict !== null;
const designOf = ({ seed, by }: LabelDraw): string => JSON.stringify([seed, by]);

/** The draws that most labels are of. Labels of other ones would need the chances of both together. */
function mainDesign(labelled: readonly JudgedReply[]): { readonly design: string | undefined; readonly others: number } {
  const counts = new Map<string, number>();
  for (const { label } of labelled) if (label?.draw) counts.set(designOf(label.draw), (counts.get(designOf(label.draw)) ?? 0) + 1);
  const [main] = [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { design: main?.[0], others: all - (main?.[1] ?? 0) };
}

/**
 * With which chance each labelled reply was labelled. Lots decide the order within a stratum, so whoever stops early, or draws more
 * later, has labelled a random part of it: the chance is the part that is labelled. Replies that somebody skipped count as not drawn.
 * @param replies all scored replies of the run
 */
export function labelChances(replies: readonly JudgedReply[]): LabelChances {
  const labelled = replies.filter(says);
  if (labelled.length > 0 && labelled.length === replies.length) return { chanceOf: () => 1, uncovered: 0, by: [], notes: [], otherDraws: 0 };
  const { design, others } = mainDesign(labelled);
  if (design === undefined) return { chanceOf: () => undefined, uncovered: 0, by: [], notes: [], otherDraws: 0 };
  const strata = new Map<string, { labelled: number; of: number; sizes: Set<number> }>();
  let by: readonly string[] = [];
  for (const { label } of labelled) {
    if (!label?.draw || designOf(label.draw) !== design) continue;
    const { draw } = label;
    ({ by } = draw);
    const stratum = strata.get(draw.stratum) ?? { labelled: 0, of: 0, sizes: new Set<number>() };
    strata.set(draw.stratum, stratum);
    stratum.labelled += 1;
    stratum.of = Math.max(stratum.of, draw.of);
    stratum.sizes.add(draw.of);
  }
  // Lots of a part of the replies, and then of more of them, give chances that nobody knows.
  const grown = [...strata.values()].find(({ sizes }) => sizes.size > 1);
  if (grown) {
    const sizes = [...grown.sizes].toSorted((a, b) => a - b).join(' and then among ');
    return { chanceOf: () => undefined, uncovered: 0, by, notes: [`labels were drawn among ${sizes} replies, since the run went on or was scored again between: with which chance is not known, and no mean is corrected until all ${replies.length} replies are labelled`], otherDraws: others };
  }
  const covered = [...strata.values()].reduce((sum, { of }) => sum + of, 0);
  return {
    chanceOf({ label }) {
      if (!label?.draw || designOf(label.draw) !== design) return undefined;
      const stratum = strata.get(label.draw.stratum);
      return stratum && Math.min(1, stratum.labelled / stratum.of);
    },
    uncovered: Math.max(0, replies.length - covered),
    by,
    notes: others > 0 ? [`${formatCount(others, 'label')} drawn with other seeds or strata ${others === 1 ? 'is' : 'are'} left out`] : [],
    otherDraws: others,
  };
}
