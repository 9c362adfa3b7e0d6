import { Lexer, Parser, type CST, type LineCounter } from 'yaml';

/** Deepest nesting of values, aliases unfolded: whatever walks over them later may recurse. */
export const MAX_DEPTH = 500;

/** A parser has a few more things open than there are levels: the document, and the text that it reads. */
const OPEN_BESIDES = 4;

/** Most anchors and tags one after the other. A value has one of each, and the lexer goes one call deeper for each more. */
const MAX_MARKS = 500;

/** A text that cannot be meant: reading on could use up the stack, and end the process. */
export class TooNested extends Error {
  /** Where it was given up. */
  readonly offset: number;

  constructor(offset: number) {
    super('the values are nested too deeply');
    this.offset = offset;
  }
}

/**
 * The pieces of a YAML stream, as the library's own `Parser.parse` gives them, up to a bounded depth. Both lexer and parser
 * recurse, so this is looked at while they work: near the end of the stack V8 does not throw for a pattern that it has
 * yet to compile, but ends the process.
 * @param onComment is given every comment, with where it begins.
 * @throws TooNested
 */
export function* yamlTokens(text: string, lineCounter?: LineCounter, onComment?: (comment: string, offset: number) => void): Generator<CST.Token, void> {
  const parser = new Parser(lineCounter?.addNewLine);
  lineCounter?.addNewLine(0);
  let marks = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith('&') || lexeme.startsWith('!')) marks += 1;
    else if (lexeme.trim() !== '') marks = 0;
    if (onComment && lexeme.startsWith('#')) onComment(lexeme, parser.offset);
    yield* parser.next(lexeme);
    if (parser.stack.length > MAX_DEPTH + OPEN_BESIDES || marks > MAX_MARKS) throw new TooNested(parser.offset);
  }
  yield* parser.end();
}
