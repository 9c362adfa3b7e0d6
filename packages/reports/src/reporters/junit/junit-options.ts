import * as v from 'valibot';

/** Most characters of a text, where nothing else is said. */
export const MOST_CHARACTERS = 10_000;

export const JunitOptionsSchema = v.strictObject({
  replies: v.optional(
    v.pipe(
      v.picklist(['failed', 'all', 'none']),
      v.description('Which tests show the question and the reply: those that did not pass, all, or none. Default `failed`.'),
    ),
  ),
  max_characters: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(100), v.description(`Maximum number of characters in a reply, and in a question; longer texts are cut and say so. Default ${MOST_CHARACTERS}.`)),
  ),
});

export type JunitOptions = v.InferOutput<typeof JunitOptionsSchema>;
