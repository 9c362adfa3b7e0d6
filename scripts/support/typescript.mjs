import { createRequire } from 'node:module';

/**
 * The compiler of TypeScript. Required, not imported: Node would look through its nine megabytes for the names that it exports.
 * @type {typeof import('typescript')}
 */
export const ts = createRequire(import.meta.url)('typescript');
