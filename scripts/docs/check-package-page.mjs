import { relative, sep } from 'node:path';

/** @typedef {import('./markdown.mjs').Page} Page */
/** @typedef {import('./check-links.mjs').Problem} Problem */

const TYPESCRIPT = new Set(['ts', 'typescript']);
const INSTALL = /\b(?:npm (?:install|i|add)|pnpm add)\b(?<names>[^\n#`]*)/gu;
const IMPORT = /\bfrom '(?<name>(?:@[^/']+\/)?[^./'@][^/']*)[^']*'/gu;

/** @param {Page} page @returns {ReadonlySet<string>} the packages that the page says to install */
function installed({ text }) {
  return new Set([...text.matchAll(INSTALL)].flatMap(({ groups }) => (groups?.['names'] ?? '').split(/\s+/u).filter((word) => word !== '' && !word.startsWith('-'))));
}

/**
 * What is wrong with the samples of a package's page, of which people copy: those in TypeScript that import something are run, so that
 * none goes on saying what the package no longer has; and what they import is installed by what the page says, since pnpm lets nobody
 * import what only a dependency has.
 * @param {Page} page
 * @param {string} root
 * @returns {Problem[]}
 */
export function checkPackagePage(page, root) {
  if (!/^packages\/[^/]+\/README\.md$/u.test(relative(root, page.path).split(sep).join('/'))) return [];
  const there = installed(page);
  return page.blocks.flatMap(({ language, flags, settings, text, line }) => {
    const names = [...new Set([...text.matchAll(IMPORT)].map(({ groups }) => groups?.['name'] ?? ''))];
    if (!TYPESCRIPT.has(language) || names.length === 0) return [];
    const missing = names.filter((name) => !name.startsWith('node:') && !there.has(name));
    const messages = [
      ...(flags.has('run') || settings.has('title') ? [] : ['a sample of a package that imports something is run: write ```ts run, and what it prints below it']),
      ...missing.map((name) => `the sample imports ${name}, which the page does not say to install`),
    ];
    return messages.map((message) => ({ path: page.path, line, message }));
  });
}
