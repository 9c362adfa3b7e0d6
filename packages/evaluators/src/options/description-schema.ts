import * as v from 'valibot';

/** What a criterion measures, in words. */
export const DescriptionSchema = v.optional(
  v.pipe(
    v.string((issue) => `description must be text, got ${issue.received}`),
    v.description('What the criterion measures; shown to people, and to judges as the criterion'),
  ),
);
