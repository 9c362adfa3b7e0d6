import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '@assay/schema';

/** Where servers say what went wrong. Some say a little at one place, and the rest at another. */
const PLACES = ['error', 'title', 'message', 'Message', 'msg', 'detail', 'error_description', 'errors'] as const;
/** Words within words that are looked for. */
const DEEPEST = 6;
/** Problems of a list that are told. */
const MOST_PROBLEMS = 3;

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The name of an error, where it is one for people: not a number, nor an address of a page about it. */
function nameOf(said: JsonObject): string | undefined {
  return [said['code'], said['type']].find((name): name is string => typeof name === 'string' && /^[a-z][\w .-]*$/iu.test(name));
}

/** Where in a request a server finds a problem, as those that check bodies by a schema tell it. */
function placeOf(said: JsonObject): string {
  const { loc } = said;
  return Array.isArray(loc) && loc.length > 0 ? `${loc.join('.')}: ` : '';
}

/** What the server behind a relay said, which the relay hands on apart. */
function relayed(said: JsonObject, depth: number): string | undefined {
  const { metadata } = said;
  return isJsonObject(metadata) ? wordsIn(metadata['raw'], depth) : undefined;
}

function objectWords(said: JsonObject, depth: number): string | undefined {
  const found = [...PLACES.map((place) => wordsIn(said[place], depth)), relayed(said, depth)].filter((words) => words !== undefined);
  const distinct = found.filter((words, index) => !found.some((other, at) => other.includes(words) && (at < index || other.length > words.length)));
  // Some servers have a code for it, and no words.
  if (distinct.length === 0) return typeof said['code'] === 'string' ? said['code'].trim() || undefined : undefined;
  const text = `${placeOf(said)}${distinct.join(': ')}`;
  // An error within has a name of its own.
  const name = isJsonObject(said['error']) || placeOf(said) !== '' ? undefined : nameOf(said);
  return name === undefined || text.includes(name) ? text : `${text} (${name})`;
}

function wordsIn(said: JsonValue | undefined, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined;
  if (typeof said === 'string') {
    const within = /^\s*[[{]/u.test(said) ? parsed(said) : undefined;
    return wordsIn(typeof within === 'string' ? undefined : within, depth + 1) ?? (said.trim() || undefined);
  }
  if (Array.isArray(said)) {
    const list = (said as readonly JsonValue[]).slice(0, MOST_PROBLEMS).map((one) => wordsIn(one, depth + 1));
    return list.filter((words) => words !== undefined).join('; ') || undefined;
  }
  return isJsonObject(said) ? objectWords(said, depth + 1) : undefined;
}

/** What an object that stands for an error says went wrong; undefined when it says nothing. */
export function saidWords(said: unknown): string | undefined {
  return wordsIn(said as JsonValue | undefined, 0);
}

/** The title of a page, which says in short what the page does. */
function pageTitle(text: string): string | undefined {
  if (!/^\s*<(?:!doctype|html|head|body)\b/iu.test(text)) return undefined;
  const [, title] = /<title[^>]*>([^<]{1,200})<\/title>/iu.exec(text) ?? /<h1[^>]*>([^<]{1,200})<\/h1>/iu.exec(text) ?? [];
  return title?.trim() ? `a page of HTML, "${title.trim()}"` : undefined;
}

/** What a server says went wrong, in whichever of the many forms: the body itself where it is in none of them. */
export function failureWords(body: string): string {
  if (body.trim() === '') return '(no body)';
  const json = parsed(body);
  return (json === undefined ? pageTitle(body) : saidWords(json)) ?? body;
}
