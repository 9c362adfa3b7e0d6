import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';
import { badReply, oddPart } from '../errors/api-error.js';
import type { BatchCalls } from './batch-api.js';
import { readObject, textOf } from './read-object.js';

/** Things that are listed at once. */
const PAGE = 100;

/**
 * The pages of a list, as OpenAI and Anthropic write them.
 * @param after Parameter that says behind which id the next page begins.
 * @throws ProviderError for what is no such list, and for one that goes round in circles, as where a server does not know the parameter.
 */
export async function* listPages({ exchange, context }: BatchCalls, path: string, after: string): AsyncGenerator<readonly JsonObject[]> {
  const seen = new Set<string>();
  let behind = '';
  for (;;) {
    const page = await readObject(await exchange({ method: 'GET', path: `${path}?limit=${PAGE}${behind}` }), context);
    const { data } = page;
    if (!Array.isArray(data)) throw oddPart('data', 'a list', data, context);
    const things = (data as readonly JsonValue[]).filter(isJsonObject);
    yield things;
    const last = things.at(-1);
    if (!last || page['has_more'] !== true) return;
    const id = textOf(last, 'id', context);
    if (seen.has(id)) throw badReply('the pages of the list go round in circles', context);
    seen.add(id);
    behind = `&${after}=${encodeURIComponent(id)}`;
  }
}

/** The thing with an id; undefined where the list has none. */
export async function listedThing(pages: AsyncIterable<readonly JsonObject[]>, wanted: string): Promise<JsonObject | undefined> {
  for await (const things of pages) {
    const found = things.find(({ id }) => id === wanted);
    if (found) return found;
  }
  return undefined;
}
