import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';
import { badReply, oddPart } from '../errors/api-error.js';
import type { BatchCalls } from './batch-api.js';
import { readObject, textOf } from './read-object.js';

/** Things that are listed at once. */
const PAGE = 100;

interface ListedPages {
  readonly path: string;
  /** Parameter that says behind which id the next page begins. */
  readonly after: string;
  /**
   * True where what is looked for is among the newest: of a server that does not say where its list ends, and does not know the parameter,
   * the one page that it has is enough. Default: nobody knows what such a list does not name.
   */
  readonly newest?: boolean;
}

/**
 * The pages of a list, as OpenAI and Anthropic write them. One that does not say that it is the last may have another one behind it, as their
 * SDKs have it too.
 * @throws ProviderError for what is no such list, and for one that goes round in circles, as where a server does not know the parameter.
 */
export async function* listPages({ exchange, context }: BatchCalls, { path, after, newest = false }: ListedPages): AsyncGenerator<readonly JsonObject[]> {
  const seen = new Set<string>();
  let behind = '';
  for (;;) {
    const page = await readObject(await exchange({ method: 'GET', path: `${path}?limit=${PAGE}${behind}` }), context);
    const { data } = page;
    if (!Array.isArray(data)) throw oddPart('data', 'a list', data, context);
    const things = (data as readonly JsonValue[]).filter(isJsonObject);
    yield things;
    const last = things.at(-1);
    if (!last || page['has_more'] === false) return;
    const id = textOf(last, 'id', context);
    if (seen.has(id) && newest && page['has_more'] !== true) return;
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
