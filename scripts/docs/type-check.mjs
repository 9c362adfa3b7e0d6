import { join } from 'node:path';
import { ts } from '../support/typescript.mjs';
import { workspaceRoot } from '../support/workspace.mjs';

/** @typedef {import('./markdown.mjs').Block} Block */
/** @typedef {{block: Block, file: string}} TypedSample `file`: absolute path of the block's text */
/** @typedef {{line: number, message: string}} TypeProblem `line` of the page */

/** What a careful user of the packages compiles with. @type {import('typescript').CompilerOptions} */
const options = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(workspaceRoot, 'node_modules/@types')],
};

const host = ts.createCompilerHost(options);
// What comments of declarations say has no say in whether a sample compiles.
host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
/** Files that samples import, read once for all pages: the declarations of packages, Node and the language. @type {Map<string, import('typescript').SourceFile>} */
const declarations = new Map();
const { getSourceFile } = host;
/** @type {import('typescript').CompilerHost['getSourceFile']} */
host.getSourceFile = (name, ...rest) => {
  const known = declarations.get(name);
  if (known !== undefined) return known;
  const file = getSourceFile(name, ...rest);
  if (file?.isDeclarationFile) declarations.set(name, file);
  return file;
};

/**
 * Compiles the TypeScript of a page under `strict`, against the built packages.
 * @param {readonly TypedSample[]} samples
 * @returns {TypeProblem[]}
 */
export function typeProblems(samples) {
  if (samples.length === 0) return [];
  const program = ts.createProgram(samples.map(({ file }) => file), options, host);
  return samples.flatMap(({ block, file }) => {
    const source = program.getSourceFile(file);
    return ts.getPreEmitDiagnostics(program, source).map((diagnostic) => {
      const start = source?.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
      return {
        // The first line of the text stands below the line that opens the block.
        line: block.line + 1 + (start?.line ?? 0),
        message: `the sample does not compile under strict: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')}`,
      };
    });
  });
}
