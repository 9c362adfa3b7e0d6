import { dirname, resolve, sep } from 'node:path';
import { ts } from '../support/typescript.mjs';
import { sourceFile } from './source-file.mjs';

/** @typedef {{path: string, line: number, column: number}} OutsidePath line and column count from 1 */

/**
 * Paths that are counted from the file itself (`resolve(import.meta.dirname, '../…')`, `new URL('../…', import.meta.url)`)
 * and lead out of a folder: what stands there on one machine is missing on all others.
 * @param {string} fileName absolute path of the file
 * @param {string} text
 * @param {string} root absolute path of the folder that they should stay in
 * @returns {OutsidePath[]} in the order of the file
 */
export function pathsOutside(fileName, text, root) {
  if (!text.includes('import.meta') || !text.includes('../')) return [];
  const source = sourceFile(fileName, text);
  /** @type {OutsidePath[]} */
  const found = [];
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    const given = ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : [];
    if (given.some((argument) => /^import\.meta\.(?:dirname|url)$/u.test(argument.getText(source)))) {
      for (const argument of given) {
        if (!ts.isStringLiteralLike(argument) || !argument.text.startsWith('..')) continue;
        const target = resolve(dirname(fileName), argument.text);
        if (target === root || target.startsWith(root + sep)) continue;
        const { line, character } = source.getLineAndCharacterOfPosition(argument.getStart(source));
        found.push({ path: argument.text, line: line + 1, column: character + 1 });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
