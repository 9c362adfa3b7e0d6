import { readFileSync } from 'node:fs';
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

/** @typedef {{language: string, flags: ReadonlySet<string>, settings: ReadonlyMap<string, string>, text: string, line: number, start: number, end: number}} Block
 * A fenced block. `flags` are the bare words of its info string, `settings` the `name=value` ones; `start` and `end` are
 * offsets of the whole block in the page. */
/** @typedef {{url: string, line: number}} Link */
/** @typedef {{path: string, text: string, blocks: Block[], links: Link[], anchors: ReadonlySet<string>}} Page */

const htmlLink = /\b(?:href|src)="([^"]+)"/gu;
const htmlAnchor = /\b(?:id|name)="([^"]+)"/gu;

/** @param {string} path @param {string} [text] the file's content, read when left out @returns {Page} */
export function readPage(path, text = readFileSync(path, 'utf8')) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Link[]} */
  const links = [];
  const anchors = new Set();
  const slugger = new GithubSlugger();
  visit(fromMarkdown(text), (node) => {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'code') {
      const words = (node.meta ?? '').split(/\s+/u).filter((word) => word !== '');
      blocks.push({
        language: node.lang ?? '',
        flags: new Set(words.filter((word) => !word.includes('='))),
        settings: new Map(
          words
            .filter((word) => word.includes('='))
            .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
        ),
        text: node.value,
        line,
        start: node.position?.start.offset ?? 0,
        end: node.position?.end.offset ?? 0,
      });
    } else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      links.push({ url: node.url, line });
    } else if (node.type === 'heading') {
      anchors.add(slugger.slug(toString(node)));
    } else if (node.type === 'html') {
      for (const [, url] of node.value.matchAll(htmlLink)) links.push({ url: `${url}`, line });
      for (const [, id] of node.value.matchAll(htmlAnchor)) anchors.add(`${id}`);
    }
  });
  return { path, text, blocks, links, anchors };
}
