/** Words at the end of a name that say where a key is, not what it is. */
const PLACE = /^(?:PATH|FILE|DIR|DIRECTORY|FOLDER|URL|URI|ENDPOINT|HOST|SOCK)$/u;
const LOOKS_LIKE_PLACE = /^(?:[/~.]|[A-Za-z]:[\\/]|[a-z][a-z\d+.-]*:\/\/)/u;

/** The words of `apiKey` and `API_KEY` alike. */
function words(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z\d]+/u);
}

/** KEYBOARD and TOKENIZERS say nothing about a key or a token. */
const SECRET_WORD = /KEYS?\d*$|TOKENS?\d*$|SECRET|PASSWORD|PASSWD|PASSPHRASE/u;

/**
 * True for an environment variable whose name says that its value is secret: one of its words ends in
 * KEY or TOKEN, or has SECRET, PASSWORD or PASSPHRASE in it (so does MYSQL_PWD, while PWD is a folder). A path or an address named as KEY_FILE or TOKEN_URL is none.
 */
export function isSecretVariable(name: string, value: string): boolean {
  const parts = words(name);
  const isPassword = parts.length > 1 && parts.at(-1) === 'PWD' && !LOOKS_LIKE_PLACE.test(value);
  if (!isPassword && !parts.some((word) => SECRET_WORD.test(word))) return false;
  return !(PLACE.test(parts.at(-1) ?? '') && LOOKS_LIKE_PLACE.test(value));
}

const OTHER_WORDS = /^(?:PWD|PASS|AUTH|AUTHORIZATION|CREDENTIALS?|COOKIES?|SIGNATURE|SIG)$/u;
/** Counts of tokens and caches of prompts are named alike and hide nothing. */
const HARMLESS_KEY = /^(?:--)?(?:max|min|num)[-_]?[\w-]*tokens?$|tokens?[-_](?:limit|budget|count|per[-_](?:second|minute|day))$|^prompt_cache/iu;

/** The same few names come with every request. */
const looked = new Map<string, boolean>();
const MOST_LOOKED = 1000;
const LONGEST_LOOKED = 64;

/** True for the name of an option, a header, an argument or a part of a query whose value is secret. */
export function isSecretKey(name: string): boolean {
  const known = looked.get(name);
  if (known !== undefined) return known;
  const secret = !HARMLESS_KEY.test(name) && words(name).some((word) => SECRET_WORD.test(word) || OTHER_WORDS.test(word));
  if (looked.size < MOST_LOOKED && name.length <= LONGEST_LOOKED) looked.set(name, secret);
  return secret;
}
