import { ConfigError } from '@assay/schema';

const NAME = /^[\w!#$%&'*+.^`|~-]+$/u;
/** Blanks around a value are not sent. */
const AROUND = /^[\t\n\r ]+|[\t\n\r ]+$/gu;

/** What keeps a text from being the value of a header; undefined when nothing does. */
function problemOf(value: string): string | undefined {
  for (const character of value.replaceAll(AROUND, '')) {
    if (character === '\n' || character === '\r') return 'a line break';
    if (character === '\0') return 'a null byte';
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xff) return 'a letter beyond Latin-1';
    if ((code < 0x20 && character !== '\t') || code === 0x7f) return 'a control character';
  }
  return undefined;
}

export interface SentHeaders {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly apiKey: string | undefined;
  /** The variable that the key is from; undefined for `api_key`. */
  readonly variable: string | undefined;
}

/**
 * Makes sure that headers can be sent. Those who send them show the value of one that cannot, which
 * may be a secret, and do so once for each request.
 * @throws ConfigError that names the header, and shows no value.
 */
export function checkHeaders({ target, headers, apiKey, variable }: SentHeaders): void {
  for (const [index, [name, value]] of Object.entries(headers).entries()) {
    if (!NAME.test(name)) {
      throw new ConfigError(`target "${target}": number ${index + 1} of its headers has a name that is none`, {
        hint: "names of headers are letters, digits and !#$%&'*+-.^_`|~",
      });
    }
    const problem = problemOf(value);
    if (problem !== undefined) {
      throw new ConfigError(`target "${target}": the header ${name} has ${problem} in it, and cannot be sent`, { hint: `take it out of headers.${name}, or of the variable there` });
    }
  }
  const problem = apiKey === undefined ? undefined : problemOf(apiKey);
  if (problem === undefined) return;
  const subject = variable ?? 'api_key';
  throw new ConfigError(`target "${target}": ${subject} has ${problem} in it, and cannot be sent`, { hint: `copy the key into ${subject} again` });
}
