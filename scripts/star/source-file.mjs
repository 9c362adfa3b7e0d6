import { ts } from '../support/typescript.mjs';

/** The file that was read last: each of the checks asks for it. @type {import('typescript').SourceFile | undefined} */
let last;

/**
 * The syntax of a file, without what its comments say.
 * @param {string} fileName decides how the text is parsed (`.ts`, `.tsx`, `.mjs`, …)
 * @param {string} text
 * @returns {import('typescript').SourceFile}
 */
export function sourceFile(fileName, text) {
  if (last?.fileName !== fileName || last.text !== text) {
    const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
    last = ts.createSourceFile(fileName, text, options, true);
  }
  return last;
}
