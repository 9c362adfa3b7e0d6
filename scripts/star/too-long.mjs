import { ts } from '../support/typescript.mjs';
import { sourceFile } from './source-file.mjs';

/** @typedef {{line: number, problem: string}} TooLong */

/** Lines after which nobody reads on: a file, and one function with all that is in it. */
const MOST_LINES = 400;
const MOST_LINES_OF_FUNCTION = 100;

/** Programs that another process or page is given as text: a function has to hold all that it needs. */
const PROGRAMS = new Set(['watcherProgram', 'searchProgram']);

/** @param {import('typescript').FunctionLikeDeclaration} node @param {import('typescript').SourceFile} source @returns {string} */
function nameOf(node, source) {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent) ? node.parent.name : undefined);
  return named?.getText(source) ?? 'a function';
}

/**
 * What is too long of a source file.
 * @param {string} fileName decides how the text is parsed
 * @param {string} text
 * @returns {TooLong[]}
 */
export function tooLong(fileName, text) {
  const lines = text.split('\n').length - 1;
  if (lines <= MOST_LINES_OF_FUNCTION) return [];
  const source = sourceFile(fileName, text);
  /** @type {TooLong[]} */
  const found = lines > MOST_LINES ? [{ line: 1, problem: `the file has ${lines} lines, more than ${MOST_LINES}` }] : [];
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const count = source.getLineAndCharacterOfPosition(node.end).line - first + 1;
      const name = nameOf(node, source);
      if (count > MOST_LINES_OF_FUNCTION && !PROGRAMS.has(name)) found.push({ line: first + 1, problem: `${name} has ${count} lines, more than ${MOST_LINES_OF_FUNCTION}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
