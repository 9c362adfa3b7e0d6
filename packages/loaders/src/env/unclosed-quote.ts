import { ConfigError } from '@assay/schema';

/**
 * Checks that quotes at the begin of a value end somewhere. One that does not is taken for a part of the value, and a server that is sent
 * such a key says no more than that it is wrong.
 * @param variables what was read from the text.
 * @throws ConfigError with the place. The value is not shown: it may be a key.
 */
export function checkQuotes(text: string, variables: Readonly<Record<string, string>>, file: string): void {
  for (const [name, value] of Object.entries(variables)) {
    const [quote = ''] = value;
    if (!['"', "'", '`'].includes(quote) || value.includes(quote, 1)) continue;
    // Names are letters, digits, dots, dashes and underscores; of the last line of a name is the value.
    const begin = new RegExp(String.raw`^(?:\s*export\s)?\s*${name.replaceAll('.', String.raw`\.`)}(?:\s*=|:\s)\s*(?=(.))`, 'u');
    const lines = text.split(/\r\n?|\n/u);
    const line = lines.findLastIndex((one) => begin.exec(one)?.[1] === quote);
    if (line === -1) continue;
    throw new ConfigError(`${file}:${line + 1}:${(begin.exec(lines[line] ?? '')?.[0].length ?? 0) + 1}: the value of ${name} begins with ${quote} and no ${quote} ends it`, {
      hint: `write ${name}=${quote}…${quote}, or leave the ${quote} out; a value that begins with one stands in other quotes`,
    });
  }
}
