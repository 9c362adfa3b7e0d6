import { ConfigError, recordOf } from '@assay/schema';
import * as v from 'valibot';

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

/** What is wrong with a header, in words that show no value, and no name that is none. */
interface HeaderProblem {
  /** Undefined for a name that is none. */
  readonly name: string | undefined;
  readonly message: string;
  readonly hint: string;
}

function headerProblems(headers: Readonly<Record<string, string>>): readonly HeaderProblem[] {
  return Object.entries(headers).flatMap(([name, value], index): readonly HeaderProblem[] => {
    if (!NAME.test(name)) {
      return [{ name: undefined, message: `number ${index + 1} of its headers has a name that is none`, hint: "names of headers are letters, digits and !#$%&'*+-.^_`|~" }];
    }
    const problem = problemOf(value);
    return problem === undefined
      ? []
      : [{ name, message: `the header ${name} has ${problem} in it, and cannot be sent`, hint: `take it out of headers.${name}, or of the variable there` }];
  });
}

/** Headers as a file writes them: what can never be sent is found with its place, before a variable is looked up. */
export function headersSchema() {
  return v.pipe(
    recordOf(v.string()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const { name, message, hint } of headerProblems(input)) {
        const said = `${message}; ${hint}`;
        if (name === undefined) addIssue({ message: said });
        else addIssue({ message: said, path: [{ type: 'object', origin: 'value', input, key: name, value: input[name] }] });
      }
    }),
  );
}

/** A key as a file writes it. */
export function apiKeySchema() {
  const message = ({ input }: { readonly input: string }): string => `api_key has ${problemOf(input) ?? 'something'} in it, and cannot be sent; copy the key again, here or into the variable that stands here`;
  return v.pipe(v.string(), v.check((key) => problemOf(key) === undefined, message));
}

export interface SentHeaders {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly apiKey: string | undefined;
  /** The variable that the key is from; undefined for `api_key`. */
  readonly variable: string | undefined;
}

/**
 * Makes sure that headers can be sent, variables replaced. Those who send them show the value of one that cannot, which
 * may be a secret, and do so once for each request.
 * @throws ConfigError that names the header, and shows no value.
 */
export function checkHeaders({ target, headers, apiKey, variable }: SentHeaders): void {
  const [wrong] = headerProblems(headers);
  if (wrong) throw new ConfigError(`target "${target}": ${wrong.message}`, { hint: wrong.hint });
  const problem = apiKey === undefined ? undefined : problemOf(apiKey);
  if (problem === undefined) return;
  const subject = variable ?? 'api_key';
  throw new ConfigError(`target "${target}": ${subject} has ${problem} in it, and cannot be sent`, { hint: `copy the key into ${subject} again` });
}
