import { ConfigError } from '@assay/schema';
import { pagePolicy } from '../../page/page-policy.js';

const HEAD = /<head\b[^>]*>/iu;
const BODY_END = '</body>';

/** A page with a place for data. */
export interface PageParts {
  readonly before: string;
  readonly after: string;
}

/** Takes a page apart where data goes, and has it say what it may do. @throws ConfigError when it is no page. */
export function pageParts(html: string): PageParts {
  const head = HEAD.exec(html);
  const end = html.lastIndexOf(BODY_END);
  if (!head || end === -1) throw new ConfigError('the page that shows runs is no HTML document', { hint: 'install Assay again' });
  const start = head.index + head[0].length;
  const policy = `<meta http-equiv="content-security-policy" content="${pagePolicy(html, 'file')}">`;
  return { before: `${html.slice(0, start)}${policy}${html.slice(start, end)}`, after: html.slice(end) };
}

/** An element with data. @param id such as `assay-page`. */
export function dataStart(id: string): string {
  return `<script type="application/octet-stream" id="${id}">`;
}

export const DATA_END = '</script>\n';
