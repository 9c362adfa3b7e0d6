/**
 * Writes the reference pages from what the built packages and schemas say about themselves. `npm run write:docs` builds them
 * before.
 *
 *     node scripts/write-docs.mjs            writes the pages that differ, and removes those of things that are gone
 *     node scripts/write-docs.mjs --check    lists them instead, and fails when there are any
 *
 * One page for each evaluator (docs/evaluators), point function (docs/functions), provider (docs/providers) and reporter
 * (docs/reporters), with an
 * index of each; the rules of test cases (docs/rules.md); the list of formats (docs/formats.md); the options of a run (docs/options.md); and docs/row-format.md. What
 * people add stands in `_notes` beside the pages (`docs/evaluators/_notes/rubric.md`) and is put into the page under "Notes".
 * Links in notes start with `/`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isStarted } from './support/is-started.mjs';
import { formatsPage, functionPage, indexPage, itemPage, rulesPage } from './reference/item-page.mjs';
import { loadRegistries, NotBuiltError } from './reference/load-registries.mjs';
import { optionsPage } from './reference/options-page.mjs';
import { rowPage } from './reference/row-page.mjs';
import { workspaceRoot } from './support/workspace.mjs';

/** @typedef {import('./reference/load-registries.mjs').Registries} Registries */
/** @typedef {import('./reference/load-registries.mjs').Item} Item */
/** @typedef {{path: string, text: string}} Page `path` is relative to docs/ */
/** @typedef {{path: string, problem: 'missing' | 'out of date' | 'of nothing that is installed'}} Difference */

const FOLDERS = ['evaluators', 'functions', 'providers', 'reporters'];
const SCHEMAS = ['result-row', 'run-manifest', 'run-summary'];

/** @param {string} docs @returns {(page: string) => string | undefined} the notes of a page, e.g. `evaluators/rubric` */
function notesIn(docs) {
  return (page) => {
    const file = join(docs, dirname(page), '_notes', `${page.slice(page.lastIndexOf('/') + 1)}.md`);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
}

/** @param {readonly Item[]} items @param {string} name @returns {Item} */
function named(items, name) {
  const item = items.find((candidate) => candidate.name === name);
  if (item === undefined) throw new Error(`no evaluator is made of the point function ${name}`);
  return item;
}

/** @param {Registries} registries @param {(page: string) => string | undefined} notes @returns {Page[]} */
function evaluatorPages({ evaluators, functions }, notes) {
  // What point functions make is documented with them, and not_ forms only with what they are the opposite of.
  const made = new Set([...functions.map(({ name }) => name), ...evaluators.map(({ name }) => `not_${name}`)]);
  const own = evaluators.filter(({ name }) => !made.has(name));
  /** @param {string} name */
  const opposite = (name) => evaluators.find((item) => item.name === `not_${name}`)?.name;
  const entries = [
    ...own.map((item) => ({ ...item, file: `${item.name}.md` })),
    ...functions.map((item) => ({ ...item, file: `../functions/${item.name}.md`, aliases: [...item.aliases, `not_${item.name}`] })),
  ];
  return [
    ...own.map((item) => ({ path: `evaluators/${item.name}.md`, text: itemPage(item, 'evaluator', notes(`evaluators/${item.name}`), opposite(item.name)) })),
    ...functions.map((item) => ({
      path: `functions/${item.name}.md`,
      text: functionPage(item, named(evaluators, item.name), named(evaluators, `not_${item.name}`), notes(`functions/${item.name}`)),
    })),
    {
      path: 'evaluators/README.md',
      text: indexPage(
        'Evaluators',
        'An evaluator turns a response into a score from 0 to 1, or leaves it unscored and says why. To use one in a case, see ' +
          '[evaluators of a case](../eval-cases.md#evaluators). The last ones in the table are [point functions](../functions/README.md).\n\n' +
          '> **An eval file is code.** Its `code_judge`s and aggregators run programs. Its targets may also run programs, read environment ' +
          'variables by name and call any host. Run files from people you do not know with `--untrusted`: see ' +
          '[security](../security.md#projects-that-you-do-not-trust).',
        entries,
      ),
    },
    {
      path: 'functions/README.md',
      text: indexPage(
        'Point functions',
        'A point function is one deterministic check. Each one is also an [evaluator](../evaluators/README.md) of the same name, and has a ' +
          '`not_` form whose score is 1 minus its own.',
        functions.map((item) => ({ ...item, file: `${item.name}.md` })),
      ),
    },
  ];
}

/** @param {Registries} registries @param {(page: string) => string | undefined} notes @returns {Page[]} */
function otherPages({ providers, reporters, formats, rules }, notes) {
  return [
    ...providers.map((item) => ({ path: `providers/${item.name}.md`, text: itemPage(item, 'provider', notes(`providers/${item.name}`)) })),
    {
      path: 'providers/README.md',
      text: indexPage(
        'Providers',
        'A provider is an adapter to a model API, a program or a recording. [Targets](../targets.md) are providers with ' +
          'a name and settings.',
        providers.map((item) => ({ ...item, file: `${item.name}.md` })),
      ),
    },
    ...reporters.map((item) => ({ path: `reporters/${item.name}.md`, text: itemPage(item, 'reporter', notes(`reporters/${item.name}`)) })),
    {
      path: 'reporters/README.md',
      text: indexPage(
        'Reporters',
        'A reporter writes the results of a run in one form. [Reports](../reports.md) says how to ask for one.',
        reporters.map((item) => ({ ...item, file: `${item.name}.md` })),
      ),
    },
    { path: 'formats.md', text: formatsPage(formats) },
    { path: 'rules.md', text: rulesPage(rules) },
  ];
}

/** Every page that is generated. @param {Registries} registries @param {string} root @returns {Page[]} */
function generate(registries, root) {
  const docs = join(root, 'docs');
  const notes = notesIn(docs);
  const schemas = SCHEMAS.map((name) => {
    const path = `packages/schema/schemas/${name}.schema.json`;
    return { file: `../${path}`, schema: JSON.parse(readFileSync(join(root, path), 'utf8')) };
  });
  return [
    ...evaluatorPages(registries, notes),
    ...otherPages(registries, notes),
    { path: 'row-format.md', text: rowPage(schemas, notes('row-format')) },
    { path: 'options.md', text: optionsPage(root, notes('options')) },
  ];
}

/** @param {string} folder @returns {string[]} names of the Markdown files in it */
const markdownIn = (folder) => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : []);

/**
 * How the pages on disk differ from what the packages say.
 * @param {readonly Page[]} pages
 * @param {string} docs
 * @returns {Difference[]} paths relative to `docs`
 */
export function differences(pages, docs) {
  const known = new Set(pages.map(({ path }) => path));
  const left = FOLDERS.flatMap((folder) => [
    ...markdownIn(join(docs, folder)).map((name) => ({ path: `${folder}/${name}`, page: `${folder}/${name}` })),
    ...markdownIn(join(docs, folder, '_notes')).map((name) => ({ path: `${folder}/_notes/${name}`, page: `${folder}/${name}` })),
  ]);
  /** @type {Difference[]} */
  const found = [];
  for (const { path, text } of pages) {
    const file = join(docs, path);
    if (!existsSync(file)) found.push({ path, problem: 'missing' });
    else if (readFileSync(file, 'utf8') !== text) found.push({ path, problem: 'out of date' });
  }
  for (const { path, page } of left) if (!known.has(page)) found.push({ path, problem: 'of nothing that is installed' });
  return found;
}

/**
 * Brings the pages on disk to what the packages say. Notes are never written or removed.
 * @param {readonly Page[]} pages
 * @param {string} docs
 * @returns {Difference[]} what differed
 */
export function writePages(pages, docs) {
  const found = differences(pages, docs);
  for (const { path, problem } of found) {
    const file = join(docs, path);
    if (problem === 'of nothing that is installed') {
      if (!path.includes('/_notes/')) rmSync(file);
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pages.find((page) => page.path === path)?.text ?? '');
  }
  return found;
}

/** @param {{check: boolean}} options */
async function main({ check }) {
  const docs = join(workspaceRoot, 'docs');
  const pages = generate(await loadRegistries(workspaceRoot), workspaceRoot);
  const found = check ? differences(pages, docs) : writePages(pages, docs);
  for (const { path, problem } of found) process.stdout.write(`docs/${path}: ${problem}\n`);
  if (check && found.length > 0) {
    process.stderr.write('The reference pages differ from what the packages say: run npm run write:docs, and commit what it writes.\n');
    process.exitCode = 1;
  }
  process.stdout.write(`${pages.length} pages, ${found.length} differ${check ? '' : 'ed'}\n`);
}

if (isStarted(import.meta.url)) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  try {
    await main(values);
  } catch (error) {
    if (!(error instanceof NotBuiltError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
