/**
 * Checks the import rule of the workspace (see star/star-rule.mjs) in every source file and package.json, that no file
 * reaches out of the workspace by a path or imports itself by way of others, that no folder is crowded, and that no file or function is
 * too long to be read.
 *
 *     node scripts/check-star.mjs [workspace root]
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isStarted } from './support/is-started.mjs';
import { checkRooms } from './star/check-rooms.mjs';
import { importsOf } from './star/imports-of.mjs';
import { pathsOutside } from './star/paths-outside.mjs';
import { tooLong } from './star/too-long.mjs';
import { dependencyViolation, packageOf, starViolation } from './star/star-rule.mjs';
import { ts } from './support/typescript.mjs';
import { readManifest, workspacePackages, workspaceRoot } from './support/workspace.mjs';

/** @typedef {import('./support/workspace.mjs').WorkspacePackage} WorkspacePackage */
/** @typedef {{where: string, problem: string, hint: string}} Violation `where` is file:line:column from the root */
/** @typedef {{problem: string, hint: string}} Verdict */

/** @typedef {'dependencies' | 'peerDependencies' | 'optionalDependencies' | 'devDependencies'} Kind */
/** @type {Kind[]} */
const shippedKinds = ['dependencies', 'peerDependencies', 'optionalDependencies'];

const sourceFile = /\.[cm]?[jt]sx?$/u;
const skippedFolders = new Set(['node_modules', 'dist', 'coverage', '.turbo', '.test-results']);

/** @param {string} folder @returns {string[]} */
function sourceFilesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : sourceFilesIn(path);
    return sourceFile.test(entry.name) ? [path] : [];
  });
}

/** @param {string} path from the package's folder, with forward slashes */
const isTest = (path) => /\.(?:test|test-d|bench)\.[cm]?[jt]sx?$/u.test(path) || path.startsWith('test/');
/** Build configuration runs in the workspace only. @param {string} path */
const isConfig = (path) => !path.includes('/');

/** Checks one import against the rule and the dependencies that its package declares. */
class PackageRule {
  /** @param {string} root @param {WorkspacePackage} pkg @param {ReadonlySet<string>} workspaceNames */
  constructor(root, pkg, workspaceNames) {
    this.pkg = pkg;
    this.folder = relative(root, pkg.folder).split(sep).join('/');
    this.workspaceNames = workspaceNames;
    this.rootTools = Object.keys(readManifest(join(root, 'package.json')).devDependencies ?? {});
  }

  /** @param {string} file absolute path @param {string} specifier @returns {Verdict | undefined} */
  check(file, specifier) {
    const path = relative(this.pkg.folder, file).split(sep).join('/');
    if (specifier.startsWith('.') || specifier.startsWith('/')) return this.#checkPath(file, path, specifier);
    if (specifier.startsWith('node:') || specifier.startsWith('#') || builtinModules.includes(specifier)) return undefined;
    const name = packageOf(specifier);
    if (this.workspaceNames.has(name)) {
      return starViolation({ folder: this.folder, name: this.pkg.name, isTest: isTest(path) }, specifier);
    }
    if (name.startsWith('@assay/')) {
      return { problem: `there is no package ${name}`, hint: `The packages are ${[...this.workspaceNames].join(', ')}.` };
    }
    return this.#checkDeclared(path, name);
  }

  /** @param {string} file @param {string} path @param {string} specifier @returns {Verdict | undefined} */
  #checkPath(file, path, specifier) {
    const target = resolve(dirname(file), specifier);
    if (target === this.pkg.folder || target.startsWith(this.pkg.folder + sep) || isConfig(path)) return undefined;
    return {
      problem: `the import ${specifier} leaves the package ${this.pkg.name}`,
      hint: 'Import another package by its name, if the rule allows it; move what only this package needs into its src folder.',
    };
  }

  /** @param {string} path @param {string} name @returns {Verdict | undefined} */
  #checkDeclared(path, name) {
    const { manifest } = this.pkg;
    // An app is bundled, so what it bundles may stand in its devDependencies; a package names what it bundles.
    const mayUseTools = isTest(path) || isConfig(path) || this.pkg.group === 'apps' || manifest.bundles?.includes(name) === true;
    const kinds = mayUseTools ? [...shippedKinds, /** @type {Kind} */ ('devDependencies')] : shippedKinds;
    if (kinds.some((kind) => manifest[kind]?.[name] !== undefined)) return undefined;
    if ((isTest(path) || isConfig(path)) && this.rootTools.includes(name)) return undefined;
    const isTool = manifest.devDependencies?.[name] !== undefined || this.rootTools.includes(name);
    return {
      problem: `${this.pkg.name} imports ${name}, which its package.json does not declare${isTool ? ' as a dependency that is installed with it' : ''}`,
      hint: `Add it to "${isTest(path) || isConfig(path) ? 'devDependencies' : 'dependencies'}" of ${this.folder}/package.json as "catalog:".`,
    };
  }
}

/** @param {string} root @param {WorkspacePackage} pkg @param {ReadonlySet<string>} workspaceNames @returns {Violation[]} */
function checkManifest(root, pkg, workspaceNames) {
  const folder = relative(root, pkg.folder).split(sep).join('/');
  const json = ts.parseJsonText(pkg.manifestPath, readFileSync(pkg.manifestPath, 'utf8'));
  /** @type {Violation[]} */
  const violations = [];
  /** @param {import('typescript').Node} node @param {string} kind */
  const visit = (node, kind) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
      const name = node.name.text;
      const found =
        kind.endsWith('ependencies') && workspaceNames.has(name)
          ? dependencyViolation({ folder, name: pkg.name }, name)
          : undefined;
      if (found !== undefined) {
        const { line, character } = json.getLineAndCharacterOfPosition(node.getStart(json));
        violations.push({ where: `${folder}/package.json:${line + 1}:${character + 1}`, ...found });
      }
      ts.forEachChild(node, (child) => visit(child, name));
    } else {
      ts.forEachChild(node, (child) => visit(child, kind));
    }
  };
  visit(json, '');
  return violations;
}

/**
 * What there is to say about a file by itself. Its text is read once for all of it.
 * @typedef {object} LookedAt
 * @property {string} file absolute path
 * @property {boolean} isSource of the package, and no test
 * @property {import('./star/imports-of.mjs').Import[]} imports
 * @property {import('./star/too-long.mjs').TooLong[]} tooLong
 * @property {import('./star/paths-outside.mjs').OutsidePath[]} pathsOutside
 */

/** @param {string} root @param {WorkspacePackage} pkg @param {string} file @returns {LookedAt} */
function lookAt(root, pkg, file) {
  const text = readFileSync(file, 'utf8');
  const path = relative(pkg.folder, file).split(sep).join('/');
  const isSource = path.startsWith('src/') && !isTest(path);
  return { file, isSource, imports: importsOf(file, text), tooLong: isSource ? tooLong(file, text) : [], pathsOutside: pathsOutside(file, text, root) };
}

/** @param {string} root @param {readonly LookedAt[]} ofPackages @returns {Violation[]} paths in source files that lead out of the workspace */
function checkPaths(root, ofPackages) {
  const folders = ['bench', 'scripts', 'examples'].map((folder) => join(root, folder)).filter((folder) => existsSync(folder));
  const others = folders.flatMap(sourceFilesIn).map((file) => ({ file, pathsOutside: pathsOutside(file, readFileSync(file, 'utf8'), root) }));
  return [...ofPackages, ...others].flatMap(({ file, pathsOutside: found }) =>
    found.map(({ path, line, column }) => ({
      where: `${relative(root, file)}:${line}:${column}`,
      problem: `the path ${path} leads out of the repository`,
      hint: 'Let a variable of the environment name the folder, and skip what needs it when it is not set.',
    })),
  );
}

/** @param {string} root @returns {Violation[]} circles and crowded folders of what is in no package */
function checkTools(root) {
  const folders = ['bench', 'scripts'].map((folder) => join(root, folder)).filter((folder) => existsSync(folder));
  return folders.flatMap((folder) => {
    const sources = sourceFilesIn(folder).filter((file) => !isTest(relative(folder, file).split(sep).join('/')));
    return checkRooms(root, new Map(sources.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))])));
  });
}

/** @param {string} root @param {WorkspacePackage} pkg @param {ReadonlySet<string>} workspaceNames @param {readonly LookedAt[]} files of the package @returns {Violation[]} */
function checkPackage(root, pkg, workspaceNames, files) {
  const rule = new PackageRule(root, pkg, workspaceNames);
  const ofSources = files.flatMap(({ file, imports }) =>
    imports.flatMap(({ specifier, line, column }) => {
      const verdict = rule.check(file, specifier);
      return verdict === undefined ? [] : [{ where: `${relative(root, file)}:${line}:${column}`, ...verdict }];
    }),
  );
  const ofLengths = files.flatMap(({ file, tooLong: found }) =>
    found.map(({ line, problem }) => ({
      where: `${relative(root, file)}:${line}:1`,
      problem,
      hint: 'Give each of its purposes a name and a file of its own.',
    })),
  );
  const sources = files.filter(({ isSource }) => isSource);
  const rooms = checkRooms(root, new Map(sources.map(({ file, imports }) => [file, imports])));
  return [...checkManifest(root, pkg, workspaceNames), ...ofSources, ...ofLengths, ...rooms];
}

/**
 * @param {string} [root] the folder that holds `packages` and `apps`
 * @returns {Violation[]} by package, file and line, then its circles and rooms; then those of `bench` and `scripts`; then paths that lead out of the workspace
 */
export function checkStar(root = workspaceRoot) {
  const packages = workspacePackages(root).map((pkg) => ({ pkg, files: sourceFilesIn(pkg.folder).map((file) => lookAt(root, pkg, file)) }));
  const names = new Set(packages.map(({ pkg }) => pkg.name));
  const ofPackages = packages.flatMap(({ pkg, files }) => checkPackage(root, pkg, names, files));
  return [...ofPackages, ...checkTools(root), ...checkPaths(root, packages.flatMap(({ files }) => files))];
}

/** @param {readonly Violation[]} violations @returns {string} */
export function describeViolations(violations) {
  return violations.map(({ where, problem, hint }) => `${where}: ${problem}\n    ${hint}\n`).join('\n');
}

if (isStarted(import.meta.url)) {
  const violations = checkStar(resolve(process.argv[2] ?? workspaceRoot));
  if (violations.length > 0) {
    process.stderr.write(
      `${describeViolations(violations)}\nThe rules of the workspace are broken in the places above (${violations.length}).\n`,
    );
    process.exitCode = 1;
  }
}
