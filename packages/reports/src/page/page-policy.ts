import { createHash } from 'node:crypto';

/** Elements whose text the browser runs, or styles the page by. What they hold ends at the first end tag. */
const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1\s*>/giu;

function hashes(html: string, tag: string): string {
  const found = [...html.matchAll(INLINE)].filter(([, name]) => name?.toLowerCase() === tag);
  const sources = found.map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return sources.length === 0 ? "'none'" : [...new Set(sources)].join(' ');
}

/**
 * What a page may do: run and be styled by what stands in it and nothing else, ask whoever served it, and be framed by nobody.
 * @param mode `file` for a page that nobody serves: it asks nobody, and a file cannot say who may frame it.
 */
export function pagePolicy(html: string, mode: 'server' | 'file'): string {
  return [
    "default-src 'none'",
    `script-src ${hashes(html, 'script')}`,
    `style-src ${hashes(html, 'style')}`,
    `connect-src ${mode === 'server' ? "'self'" : "'none'"}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    ...(mode === 'server' ? ["frame-ancestors 'none'"] : []),
    "require-trusted-types-for 'script'",
    // A report looks for patterns in a thread of its own, which it makes of a text that it holds.
    ...(mode === 'server' ? ["trusted-types 'none'"] : ['worker-src blob:', 'trusted-types assay-search']),
  ].join('; ');
}
