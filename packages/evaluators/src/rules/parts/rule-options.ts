import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';

/** What a criterion measures, in words. */
export const DescriptionSchema = v.optional(
  v.pipe(
    v.string((issue) => `description must be text, got ${issue.received}`),
    v.description('What the criterion measures; shown to people, and to judges as the criterion'),
  ),
);

/** The options of a rule: its own, and the description that every criterion may have. */
export function ruleOptions<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
  missing: { readonly [TKey in keyof TEntries]?: string } = {},
) {
  return entryObject<TEntries & { readonly description: typeof DescriptionSchema }>(
    { ...entries, description: DescriptionSchema },
    'the options',
    missing as never,
  );
}
