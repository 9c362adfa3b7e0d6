import { errorText, type JsonObject, type SearchField, type SearchRequest } from '@assay/schema';
import * as v from 'valibot';
import { PageFailure } from '../http/page-failure.js';

const FIELDS = ['input', 'reply', 'reasons', 'id', 'error'] as const satisfies readonly SearchField[];
/** Longest text or pattern, in characters. */
const MOST_CHARACTERS = 10_000;
/** Flags that may stand before a pattern, as in eval files. */
const LEADING_FLAGS = /^\(\?([ims]+)\)/u;

const RequestSchema = v.strictObject({
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(MOST_CHARACTERS)),
  pattern: v.optional(v.boolean(), false),
  fields: v.optional(v.array(v.picklist(FIELDS)), []),
});

/** A search that can be begun. */
export interface PreparedSearch {
  readonly fields: readonly SearchField[];
  /** Undefined for a text in which case does not matter. */
  readonly pattern: RegExp | undefined;
  readonly text: string;
}

function compile(written: string): RegExp {
  const flags = new Set('u');
  let source = written;
  for (let found = LEADING_FLAGS.exec(source); found; found = LEADING_FLAGS.exec(source)) {
    for (const flag of found[1] ?? '') flags.add(flag);
    source = source.slice(found[0].length);
  }
  try {
    return new RegExp(source, [...flags].join(''));
  } catch (error) {
    const why = errorText(error);
    throw new PageFailure(400, `this is no pattern: ${why.slice(why.lastIndexOf(': ') + 2)}`, 'escape characters that mean something in patterns with a backslash, or search for the text');
  }
}

/** What is to be searched for. @throws PageFailure */
export function readSearch(body: JsonObject): PreparedSearch {
  const result = v.safeParse(RequestSchema, body);
  if (!result.success) {
    const [issue] = result.issues;
    throw new PageFailure(400, `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`, `send {"text": "…", "pattern": false, "fields": []}; fields: ${FIELDS.join(', ')}`);
  }
  const { text, pattern, fields }: SearchRequest = result.output;
  return { text, fields: fields.length === 0 ? FIELDS : fields, pattern: pattern ? compile(text) : undefined };
}
