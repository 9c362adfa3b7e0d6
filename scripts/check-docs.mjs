/**
 * Executes the samples of the documentation, and finds dead links in all Markdown files, and samples of packages that are not run.
 *
 *     node scripts/check-docs.mjs [files] [--update | --links | --first]
 *
 * Pages with samples: README.md, CONTRIBUTING.md, docs/**, and the README.md of each package and app. Each page has its
 * own temporary folder, in which its blocks take effect from top to bottom. What a block does stands after its language:
 *
 *     ```yaml title=evals/faq.yaml      is written to that file in the page's folder; any language
 *     ```ts title=check.ts               … and, without its types, to check.js beside it; must compile under strict
 *     ```sh run                         is run there by `sh -e`, with the built `assay` on the PATH and a plain environment
 *     ```sh run exit=1                  … and must end with exit code 1 (otherwise 0)
 *     ```sh run in=examples/product-faq … in a copy of that folder of the project
 *     ```ts run                         is run as an ES module that can import the built packages; must compile as well
 *     ```text output                    is what the block before it must print, stdout and stderr together
 *
 * Outputs are compared after durations, dates, run ids and colours are taken out. In an output block, a line `…` stands for
 * any number of lines, and `…` in a line for any text. `--update` writes what was printed into output blocks that differ; with
 * `--links` nothing is run, and with `--first` the samples of the pages that people begin with.
 * Blocks without one of these words are only read, but for TypeScript in the README.md of a package that imports something: it is run.
 *
 * Where all pages are checked, commands that need no shell are run by a process that has run others: that takes a tenth of the
 * time. With files, and in the pages that people begin with, each has a process of its own. What stands in `_notes` is run where
 * write-docs.mjs puts it.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { checkLinks } from './docs/check-links.mjs';
import { checkPackagePage } from './docs/check-package-page.mjs';
import { readPage } from './docs/markdown.mjs';
import { PageFolders } from './docs/page-folder.mjs';
import { runPage, updatePage } from './docs/run-page.mjs';
import { isStarted } from './support/is-started.mjs';
import { workspaceRoot } from './support/workspace.mjs';

/** @typedef {import('./docs/check-links.mjs').Problem} Problem */

const skippedFolders = new Set(['node_modules', 'dist', 'coverage', '.git', '.turbo', '.assay', '.test-results']);

/** @param {string} folder @returns {string[]} absolute paths of all Markdown files below the folder */
function markdownFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : markdownFiles(path);
      return entry.name.endsWith('.md') ? [path] : [];
    });
}

/** What people begin with. Their samples are run exactly as they stand. */
const FIRST_PAGES = new Set(['README.md', 'docs/getting-started.md']);

/** @param {string} root @param {string} path @returns {boolean} whether the page's samples are run */
function hasSamples(root, path) {
  const name = relative(root, path).split(sep).join('/');
  return /^(?:README\.md|CONTRIBUTING\.md|docs\/(?!(?:.+\/)?_notes\/).+|(?:packages|apps)\/[^/]+\/README\.md)$/u.test(name);
}

/** @template T @param {(path: string) => T} read @returns {(path: string) => T} reads each once */
function remembered(read) {
  /** @type {Map<string, T>} */
  const known = new Map();
  return (path) => {
    const value = known.get(path) ?? read(path);
    known.set(path, value);
    return value;
  };
}

/**
 * @param {object} [options]
 * @param {string} [options.root] the workspace, built
 * @param {readonly string[]} [options.files] absolute paths; their samples are run wherever they stand. All when empty
 * @param {boolean} [options.onlyLinks] runs nothing
 * @param {boolean} [options.onlyFirst] runs the samples of the pages that people begin with, and no other ones
 * @param {boolean} [options.update] writes what was printed into output blocks that differ
 * @param {boolean} [options.warm] whether commands that need no shell are run by a process that has run others, but for those of the first pages
 * @returns {Promise<{problems: Problem[], pages: number, samples: number, updated: string[]}>}
 */
export async function checkDocs({ root = workspaceRoot, files = [], onlyLinks = false, onlyFirst = false, update = false, warm = false } = {}) {
  const paths = files.length > 0 ? [...files] : markdownFiles(root);
  /** @type {{problems: Problem[], pages: number, samples: number, updated: string[]}} */
  const total = { problems: [], pages: paths.length, samples: 0, updated: [] };
  const waiting = [...paths];
  // Many pages are linked to from others.
  const read = remembered(readPage);
  /** @type {PageFolders | undefined} */
  let folders;
  const worker = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (!existsSync(path)) {
        total.problems.push({ path, line: 1, message: 'there is no such file' });
        continue;
      }
      const page = read(path);
      total.problems.push(...checkLinks(page, { root, read }), ...checkPackagePage(page, root));
      const isFirst = FIRST_PAGES.has(relative(root, path));
      if (onlyLinks || (onlyFirst && !isFirst) || (files.length === 0 && !hasSamples(root, path))) continue;
      const { problems, updates, samples } = await runPage(page, () => (folders ??= new PageFolders(root)), warm && !isFirst);
      total.samples += samples;
      if (update && updates.length > 0) {
        writeFileSync(path, updatePage(page, updates));
        total.updated.push(path);
      }
      const updatedLines = new Set(update ? updates.map(({ block }) => block.line) : []);
      total.problems.push(...problems.filter(({ line }) => !updatedLines.has(line)));
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
  } finally {
    folders?.remove();
  }
  total.problems.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  return total;
}

if (isStarted(import.meta.url)) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { update: { type: 'boolean', default: false }, links: { type: 'boolean', default: false }, first: { type: 'boolean', default: false } } });
  const { problems, pages, samples, updated } = await checkDocs({
    files: positionals.map((file) => resolve(file)),
    update: values.update,
    onlyLinks: values.links,
    onlyFirst: values.first,
    warm: positionals.length === 0,
  });
  for (const path of updated) process.stdout.write(`updated ${relative(workspaceRoot, path)}\n`);
  for (const { path, line, message } of problems) process.stderr.write(`${relative(workspaceRoot, path)}:${line}: ${message}\n`);
  process.stdout.write(`${pages} pages, ${samples} samples run, ${problems.length} problems\n`);
  if (problems.length > 0) process.exitCode = 1;
}
