import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** @typedef {import('./markdown.mjs').Page} Page */
/** @typedef {{path: string, line: number, message: string}} Problem `path` is absolute */

/**
 * Finds links to files that do not exist and to headings that are not there. Links to other sites are not followed.
 * @param {Page} page
 * @param {object} options
 * @param {string} options.root no link may leave this folder; a link that starts with `/` counts from it
 * @param {(path: string) => Page} options.read gives the pages that links lead to
 * @returns {Problem[]}
 */
export function checkLinks(page, { root, read }) {
  return page.links.flatMap(({ url, line }) => {
    const message = linkProblem(page, { root, read }, url);
    return message === undefined ? [] : [{ path: page.path, line, message }];
  });
}

/** @param {Page} page @param {{root: string, read: (path: string) => Page}} options @param {string} url @returns {string | undefined} */
function linkProblem(page, { root, read }, url) {
  if (/^[a-z][a-z\d+.-]*:|^\/\//iu.test(url)) return undefined;
  const [beforeHash = '', ...afterHash] = url.split('#');
  const anchor = decodeURIComponent(afterHash.join('#'));
  const file = decodeURIComponent(beforeHash.split('?')[0] ?? '');
  const target = file === '' ? page.path : file.startsWith('/') ? join(root, file) : resolve(dirname(page.path), file);
  if (target !== root && !target.startsWith(root + sep)) return `the link ${url} leaves the project`;
  const shown = relative(root, target);
  if (!existsSync(target)) return `the link ${url} leads to ${shown}, which does not exist`;
  if (anchor === '' || !target.endsWith('.md')) return undefined;
  const { anchors } = target === page.path ? page : read(target);
  if (anchors.has(anchor)) return undefined;
  return `the link ${url} leads to the heading #${anchor}, which ${shown} does not have; it has ${[...anchors].map((name) => `#${name}`).join(', ')}`;
}
