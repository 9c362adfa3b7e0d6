import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const chance = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** How repeats were added until it was decided, in manifests and summaries. */
export const RoundsSchema = v.object({
  least: count,
  most: count,
  by: v.picklist(['comparison', 'threshold']),
  groups: v.array(
    v.object({
      suite: v.string(),
      suite_path: v.string(),
      target: v.string(),
      variant: v.optional(v.string()),
      repeats: count,
      stopped: v.nullable(v.picklist(['worse', 'not_worse', 'missed', 'reached', 'unlikely', 'most', 'nothing'])),
      looks: v.array(v.object({ repeats: count, below: chance, above: chance, level: chance, later: chance })),
    }),
  ),
});
