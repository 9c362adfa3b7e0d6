import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What asking single cases again came to, in summaries. */
export const RechecksSchema = v.object({
  most: count,
  cases: count,
  planned: count,
  done: count,
  unscored: v.optional(count),
  flaky_count: count,
  list: v.array(
    v.object({
      suite: v.string(),
      suite_path: v.string(),
      target: v.string(),
      variant: v.string(),
      case_id: v.string(),
      reason: v.picklist(['flips', 'near_limit']),
      passed: count,
      scored: count,
      passed_in_all: count,
      scored_in_all: count,
      flaky: v.boolean(),
    }),
  ),
  cost_usd: v.optional(v.number()),
  cost_incomplete: v.optional(v.boolean()),
});
