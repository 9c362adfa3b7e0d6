import { createHash } from 'node:crypto';

/** Elements whose text the browser runs, or styles the page by. What they hold ends at the first end tag. */
const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1\s*>/giu;

function hashes(html: string, tag: string): string {
  const found = [...html.matchAll(INLINE)].filter(([, name]) => name?.toLowerCase() === tag);
  const sources = found.map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return sources.length === 0 ? "'none'" : [...new Set(sources)].join(' ');
}

/** What a page may do: run and be styled by what stands in it and nothing else, and ask whoever served it. */
export function pagePolicy(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashes(html, 'script')}`,
    `style-src ${hashes(html, 'style')}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
