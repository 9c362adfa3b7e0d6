import { readFileSync } from 'node:fs';

const PREFIX = '\0version:';

/**
 * Gives every file that asks for the version a text of its own. One that they share would stand in a file of one line, since
 * programs ask for it as well as the command line, and every command would have to open that.
 */
export function inlinedVersion() {
  return {
    name: 'inlined-version',
    resolveId: (id: string, importer: string | undefined) => (/^\.{1,2}\/(?:\.\.\/)*version\.js$/u.test(id) && importer !== undefined && /[\\/]apps[\\/]cli[\\/]src[\\/]/u.test(importer) ? `${PREFIX}${importer}` : undefined),
    load(id: string) {
      if (!id.startsWith(PREFIX)) return undefined;
      const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { readonly version: string };
      return { code: `export const VERSION = ${JSON.stringify(version)};`, moduleSideEffects: false };
    },
  };
}
