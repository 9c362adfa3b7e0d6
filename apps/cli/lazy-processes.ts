const IMPORT = "const childProcess = require('node:child_process');";

/**
 * Has the parser of command lines load what starts processes when it starts one, which it never does here: the built-in
 * module takes longer to load than all of the parser.
 */
export function lazyProcesses() {
  return {
    name: 'lazy-processes',
    transform(code: string, id: string) {
      if (!/[\\/]commander[\\/]lib[\\/]command\.js$/u.test(id)) return undefined;
      if (!code.includes(IMPORT)) throw new Error(`${id} does not import processes as it used to: see whether this plugin is still needed`);
      return { code: code.replace(IMPORT, '').replaceAll('childProcess.', "require('node:child_process')."), map: null };
    },
  };
}
