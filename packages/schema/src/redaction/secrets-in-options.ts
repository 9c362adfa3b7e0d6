import { isJsonObject, type JsonObject, type JsonValue } from '../domain/json.js';
import { looksLikeKey } from './looks-like-key.js';
import { isSecretKey } from './secret-names.js';
import { hasReference, referencedNames } from './variable-reference.js';

const URLS = /(?<![a-z\d+.-])[a-z][a-z\d+.-]*:\/\/[^\s"'<>`]+/giu;
const VALUE = `(?<value>"[^"]*"|'[^']*'|[^\\s"';|&]+)`;
/** Parts of a command: `--api-key x`, `--token=x`; `API_KEY=x program`; `-H "Authorization: Bearer x"`. */
const FLAGS = new RegExp(`(?<![\\w.-])-{1,2}(?<name>[A-Za-z][\\w.-]*)(?:=|\\s+)${VALUE}`, 'gu');
const ASSIGNMENTS = new RegExp(`(?<![\\w.-])(?<name>\\w+)=${VALUE}`, 'gu');
const HEADERS = /(?<![\w.-])(?<name>[A-Za-z][\w-]*):\s*(?<value>[^"'\r\n]+)/gu;
/** `Bearer x`, `Basic x`: the scheme of a header is no secret. */
const SCHEME = /^[A-Za-z][\w-]*\s+(?=\S)/u;
const FLAG = /^-{1,2}[A-Za-z][\w.-]*$/u;

/** Options that are programs with their arguments. */
const COMMANDS: ReadonlySet<string> = new Set(['command', 'command_template', 'args', 'script']);
/** Options that hold texts and names for others, whatever these are called. */
const PLAIN: ReadonlySet<string> = new Set(['reply', 'replies', 'tool_calls', 'parameter_mapping', 'label_names', 'system_prompt']);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Secrets of the URLs in a text: users with their passwords, and values of queries that are named like keys. */
function secretsInUrls(text: string): readonly string[] {
  if (!text.includes('://')) return [];
  return [...text.matchAll(URLS)].flatMap(([written]) => {
    if (!URL.canParse(written)) return [];
    const { protocol, username, password, searchParams } = new URL(written);
    const user = password === '' ? [username] : [`${username}:${password}`, `${decoded(username)}:${decoded(password)}`, password];
    const query = [...searchParams].flatMap(([name, value]) => (isSecretKey(name) ? [value] : []));
    // `postgres://postgres:postgres@localhost` hides nothing, and the word stands in many texts.
    return [...user, ...user.map(decoded), ...query].filter((secret) => `${secret}:` !== protocol);
  });
}

/** `user:password@host`, as proxies may be written; so are URLs with a slip of the pen, which errors show. */
const USER_BEFORE_HOST = /^\s*(?:[a-z][a-z\d+.-]*:?\/*)?[^\s/:@]*:(?<password>[^\s@]+)@/iu;
const ADDRESS_NAME = /(?:^|_)(?:URL|URI|ENDPOINT|HOST|PROXY|DSN)$/iu;

/** Secrets of the value of an option or a variable that is named for an address, whatever is wrong with it. */
export function secretsInAddress(name: string, value: string): readonly string[] {
  const found = secretsInUrls(value);
  if (found.length > 0 || !ADDRESS_NAME.test(name)) return found;
  const password = USER_BEFORE_HOST.exec(value)?.groups?.['password'];
  return password === undefined ? [] : [password, decoded(password)];
}

/** What a header holds: the whole, the part behind the scheme, what that says in base64, and the values of cookies. */
function secretsOfHeader(text: string): readonly string[] {
  const bare = text.replace(SCHEME, '').trim();
  const basic = /^basic\s/iu.test(text) ? Buffer.from(bare, 'base64').toString('utf8') : '';
  const colon = basic.indexOf(':');
  const pairs = text.split(';').flatMap((pair) => (/^\s*[\w.-]+=/u.test(pair) ? [pair.slice(pair.indexOf('=') + 1)] : []));
  return [text, bare, ...pairs, ...(colon === -1 ? [] : [basic, basic.slice(colon + 1)])];
}

function secretsOfCommand(written: string): readonly string[] {
  const parts = [FLAGS, ASSIGNMENTS, HEADERS].flatMap((pattern) => [...written.matchAll(pattern)]);
  return parts.flatMap(({ groups }) => {
    const { name = '', value = '' } = groups ?? {};
    return isSecretKey(name) ? secretsOfHeader(value.replaceAll(/^["']|["']$/gu, '')) : [];
  });
}

/** The secrets among arguments of a program. In a list a flag is one item, and its value the next one. */
export function secretsInArguments(items: readonly JsonValue[]): readonly string[] {
  return items.flatMap((item, index) => {
    if (typeof item !== 'string') return [];
    const before = items[index - 1];
    const follows = typeof before === 'string' && FLAG.test(before) && isSecretKey(before);
    return follows ? secretsOfHeader(item) : secretsOfCommand(item);
  });
}

function secretsIn(value: JsonValue, secret: boolean): readonly string[] {
  if (typeof value === 'string') return secret ? [...secretsOfHeader(value), ...secretsInUrls(value)] : secretsInUrls(value);
  if (typeof value === 'number') return secret ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => secretsIn(item, secret));
  return isJsonObject(value) ? secretsOf(value, secret) : [];
}

function secretsOf(object: JsonObject, secret: boolean): readonly string[] {
  return Object.entries(object).flatMap(([key, value]) => {
    // A name is shown wherever something is said of it; a key got there by mistake.
    const misplaced = [key, ...(typeof value === 'string' ? referencedNames(value) : [])].filter(looksLikeKey);
    if (misplaced.length > 0) return [...misplaced, ...secretsUnder(key, value, secret)];
    return secretsUnder(key, value, secret);
  });
}

function secretsUnder(key: string, value: JsonValue, secret: boolean): readonly string[] {
  if (PLAIN.has(key)) return typeof value === 'string' ? secretsInUrls(value) : [];
  const hidden = [...secretsIn(value, secret || isSecretKey(key)), ...(typeof value === 'string' ? secretsInAddress(key, value) : [])];
  if (!COMMANDS.has(key)) return hidden;
  return [...hidden, ...(Array.isArray(value) ? secretsInArguments(value) : typeof value === 'string' ? secretsOfCommand(value) : [])];
}

/**
 * The secrets that options of a target hold: values of keys that are named for one (`api_key`,
 * `Authorization` …), users and keys in URLs, and arguments of programs. References (`${KEY}`) are none.
 */
export function secretsInOptions(options: JsonObject): readonly string[] {
  return secretsOf(options, false).filter((value) => !hasReference(value));
}

/** Options of a program's own that are called like this hold names of fields, or words, rather than a key. */
const AMBIGUOUS = /^key$|s$/iu;

/**
 * The secrets that options of an evaluator which runs a program hold: those of its command, and texts
 * whose names say so. Lists of its own (`required_keys`) are words to look for.
 */
export function secretsInProgram(options: JsonObject): readonly string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (COMMANDS.has(key) || (typeof value === 'string' && !AMBIGUOUS.test(key))) return secretsInOptions({ [key]: value });
    return isJsonObject(value) ? secretsInProgram(value) : [];
  });
}
