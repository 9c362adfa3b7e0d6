/** A word that a shell takes as it stands, or between quotes in which nothing has a meaning. */
const WORD = /^(?:[\w./:,=@%+-]+|'[^']*'|"[^"$`\\!]*")+$/u;
const QUOTED = /'([^']*)'|"([^"]*)"/gu;
/** What stands between blanks, quoted blanks included. */
const BETWEEN_BLANKS = /(?:[^\s'"]|'[^']*'|"[^"]*")+/gu;

/**
 * The commands of a block of shell that does nothing but start Assay.
 * @param {string} text
 * @returns {string[][] | undefined} the arguments of each, in their order; undefined when there is anything else in it: a variable,
 *   a pattern, a pipe, another program
 */
export function plainCommands(text) {
  const lines = text.replaceAll('\\\n', ' ').split('\n').map((line) => line.trim());
  /** @type {string[][]} */
  const commands = [];
  for (const line of lines) {
    if (line === '' || line.startsWith('#')) continue;
    const words = line.match(BETWEEN_BLANKS) ?? [];
    // A quote that is not closed is in none of the words.
    if (line.replaceAll(BETWEEN_BLANKS, '').trim() !== '' || !words.every((word) => WORD.test(word))) return undefined;
    const [program, ...args] = words.map((word) => word.replaceAll(QUOTED, (_all, single, double) => single ?? double));
    if (program !== 'assay') return undefined;
    commands.push(args);
  }
  return commands.length === 0 ? undefined : commands;
}
