/** A line of a registry that imports its item when it is asked for: `name: () => import('./name.js')`. */
const LAZY = /\(\) => import\((?<quote>["'])(?<path>\.\/[\w.-]+\.js)\k<quote>\)/gu;

/**
 * Makes the registry of providers plain imports in the bundle. All of them stand in one file there, and each import of its
 * own would be a file of one line that every command has to open. Their SDKs are still loaded with the first request.
 */
export function staticRegistry() {
  return {
    name: 'static-registry',
    transform(code: string, id: string) {
      if (!/[\\/]packages[\\/]providers[\\/]src[\\/]registry\.ts$/u.test(id)) return undefined;
      const paths: string[] = [];
      const body = code.replaceAll(LAZY, (_, quote: string, path: string) => `() => Promise.resolve(provider${paths.push(path) - 1})`);
      if (paths.length === 0) throw new Error(`no registry of providers is left in ${id}: this plugin has nothing to do`);
      return { code: `${paths.map((path, index) => `import * as provider${index} from "${path}";`).join('\n')}\n${body}`, map: null };
    },
  };
}
