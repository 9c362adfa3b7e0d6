import { isBuiltin } from 'node:module';

/** The parts of a chunk that are used here. */
interface Chunk {
  readonly type: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/**
 * Fails the build when a chunk imports what would have to be installed beside it: a package that could not be found while
 * bundling is only a warning otherwise, and the published command would not start.
 * @param allowed Packages that their users install.
 */
export function selfContained(allowed: readonly string[]) {
  return {
    name: 'self-contained',
    generateBundle(_: unknown, bundle: Readonly<Record<string, Chunk>>) {
      for (const [file, { imports = [], dynamicImports = [] }] of Object.entries(bundle)) {
        const outside = [...imports, ...dynamicImports].find((name) => !(name in bundle) && !isBuiltin(name) && !allowed.includes(name));
        if (outside !== undefined) {
          throw new Error(`${file} imports ${outside}, which is not in the bundle: is it installed? Run "npm run setup"`);
        }
      }
    },
  };
}
