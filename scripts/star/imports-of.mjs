import { ts } from '../support/typescript.mjs';
import { sourceFile } from './source-file.mjs';

/** @typedef {{specifier: string, line: number, column: number}} Import line and column count from 1 */

/** Functions whose first argument names a module. */
const moduleCalls = new Set([
  'require',
  'require.resolve',
  'import.meta.resolve',
  'vi.mock',
  'vi.doMock',
  'vi.importActual',
  'vi.importMock',
]);

/** @param {import('typescript').Node | undefined} node @returns {node is import('typescript').StringLiteralLike} */
const isText = (node) => node !== undefined && ts.isStringLiteralLike(node);

/**
 * The module name that a node imports, if it imports one.
 * @param {import('typescript').Node} node
 * @param {import('typescript').SourceFile} source
 * @returns {import('typescript').StringLiteralLike | undefined}
 */
function importedBy(node, source) {
  /** @type {import('typescript').Node | undefined} */
  let name;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    name = node.moduleSpecifier;
  } else if (ts.isImportTypeNode(node)) {
    name = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  } else if (ts.isExternalModuleReference(node)) {
    name = node.expression;
  } else if (ts.isModuleDeclaration(node)) {
    name = node.name;
  } else if (ts.isCallExpression(node)) {
    const called = node.expression;
    const names = called.kind === ts.SyntaxKind.ImportKeyword || moduleCalls.has(called.getText(source));
    name = names ? node.arguments[0] : undefined;
  } else if (ts.isNewExpression(node) && node.expression.getText(source) === 'URL') {
    const [path, base] = node.arguments ?? [];
    const isModule = isText(path) && /\.[cm]?[jt]sx?$/u.test(path.text);
    name = isModule && base?.getText(source) === 'import.meta.url' ? path : undefined;
  }
  return isText(name) ? name : undefined;
}

/**
 * Every module that a file names: static and dynamic imports, re-exports, type imports, `require`, mocked modules, and
 * `new URL('./worker.js', import.meta.url)`. Names that are computed at run time cannot be seen.
 * @param {string} fileName decides how the text is parsed (`.ts`, `.tsx`, `.mjs`, …)
 * @param {string} text
 * @returns {Import[]} in the order of the file
 */
export function importsOf(fileName, text) {
  const source = sourceFile(fileName, text);
  /** @type {Import[]} */
  const imports = [];
  /** @param {string} specifier @param {number} position */
  const add = (specifier, position) => {
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    imports.push({ specifier, line: line + 1, column: character + 1 });
  };
  for (const { fileName: path, pos } of source.referencedFiles) add(path.startsWith('.') ? path : `./${path}`, pos);
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    const name = importedBy(node, source);
    if (name !== undefined) {
      // The URL of a file may stand without ./ before it.
      const isUrl = ts.isNewExpression(node) && !/^[./]/u.test(name.text);
      add(isUrl ? `./${name.text}` : name.text, name.getStart(source));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}
