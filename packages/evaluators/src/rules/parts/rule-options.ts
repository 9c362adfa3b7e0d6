import type * as v from 'valibot';
import { DescriptionSchema } from '../../options/description-schema.js';
import { entryObject } from '../../options/entry-object.js';

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
