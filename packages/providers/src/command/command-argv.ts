import { PLACEHOLDER, type Placeholder, type PlaceholderValues } from './placeholders.js';

type Quote = 'none' | 'single' | 'double';

function isPlaceholder(name: string | undefined, values: PlaceholderValues): name is Placeholder {
  return name !== undefined && Object.hasOwn(values, name);
}

/** Arguments of a list: each stays one argument, except `{FILES}` alone, which may be several. */
function listArgv(command: readonly string[], values: PlaceholderValues): readonly string[] {
  return command.flatMap((argument) => {
    if (argument === '{FILES}') return values.FILES;
    return [
      argument.replaceAll(PLACEHOLDER, (whole, name: string) =>
        isPlaceholder(name, values) ? values[name].join(' ') : whole,
      ),
    ];
  });
}

/** The quoting that is open after a piece of shell text. */
function quoteAfter(text: string, start: Quote): Quote {
  let quote = start;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if (letter === '\\' && quote !== 'single') index++;
    else if (letter === "'" && quote !== 'double') quote = quote === 'single' ? 'none' : 'single';
    else if (letter === '"' && quote !== 'single') quote = quote === 'double' ? 'none' : 'double';
  }
  return quote;
}

/** References to positional parameters that survive the quoting around them. */
function reference(positions: readonly number[], quote: Quote): string {
  const plain = positions.map((position) => `\${${position}}`);
  if (quote === 'none') return plain.map((text) => `"${text}"`).join(' ');
  return quote === 'double' ? plain.join(' ') : `'"${plain.join(' ')}"'`;
}

/** Quotes that hold nothing but `{FILES}`: they would make one argument of several files, and one of none. */
const QUOTED_FILES = /"\{FILES\}"|'\{FILES\}'/gu;

/** The line with such quotes left out, unless they stand in other ones. */
function withFilesApart(line: string): string {
  return line.replaceAll(QUOTED_FILES, (whole, at: number) =>
    quoteAfter(line.slice(0, at), 'none') === 'none' ? '{FILES}' : whole,
  );
}

/**
 * A shell line whose placeholders are arguments of the shell: `"$1"` stands where `{PROMPT}` was.
 * No value ever becomes part of the line, so none can be run as a command.
 */
function shellArgv(line: string, values: PlaceholderValues): readonly string[] {
  const extra: string[] = [];
  const positions = new Map<Placeholder, readonly number[]>();
  let quote: Quote = 'none';
  const pieces = withFilesApart(line).split(PLACEHOLDER).map((piece, index) => {
    if (index % 2 === 0) {
      quote = quoteAfter(piece, quote);
      return piece;
    }
    if (!isPlaceholder(piece, values)) return piece;
    const known = positions.get(piece) ?? values[piece].map((value) => extra.push(value));
    positions.set(piece, known);
    return reference(known, quote);
  });
  return ['sh', '-c', pieces.join(''), 'assay', ...extra];
}

/**
 * Program and arguments of a command with its placeholders filled in. A list runs without a
 * shell; a string is a line for `sh`.
 */
export function commandArgv(command: string | readonly string[], values: PlaceholderValues): readonly string[] {
  return typeof command === 'string' ? shellArgv(command, values) : listArgv(command, values);
}
