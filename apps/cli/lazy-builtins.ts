/**
 * What the sources import of built-in modules that take milliseconds to load, and that most commands never use. Functions and
 * classes alone: what stands for one of them loads its module when it is called.
 */
const LAZY: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['execFile', 'spawn', 'spawnSync'],
  'node:crypto': ['createHash', 'createHmac', 'hash', 'randomBytes', 'randomUUID', 'timingSafeEqual'],
  'node:v8': ['setFlagsFromString'],
  'node:worker_threads': ['Worker'],
  'node:zlib': ['brotliDecompressSync', 'createGzip', 'gunzipSync', 'gzip'],
};

const OURS = /[\\/](?:packages|apps)[\\/][\w-]+[\\/]src[\\/]/u;
/** They begin with what their module says of them. */
const THREADS = /[\\/](?:work-)?thread\.js$/u;
const PREFIX = '\0lazy:';

function standIn(name: string): string {
  return `export const ${name} = /* @__PURE__ */ standIn(${JSON.stringify(name)});`;
}

/** A module that has the same names as a built-in one, and loads it at the first call. */
function moduleOf(specifier: string, names: readonly string[]): string {
  return `let loaded;
const load = () => (loaded ??= process.getBuiltinModule(${JSON.stringify(specifier)}));
const promised = Symbol.for('nodejs.util.promisify.custom');
function standIn(name) {
  const lazy = function (...given) {
    const real = load()[name];
    return new.target ? Reflect.construct(real, given) : real(...given);
  };
  // Some have a way of their own to be made promises of.
  Object.defineProperty(lazy, promised, { get: () => load()[name][promised] });
  return lazy;
}
${names.map(standIn).join('\n')}
`;
}

/** Has the bundle load built-in modules that take long when they are used, and not with the file that imports them. */
export function lazyBuiltins() {
  return {
    name: 'lazy-builtins',
    // What is loaded when it is used anyway is the module itself, with all of its names.
    resolveId(id: string, importer: string | undefined, { kind }: { readonly kind: string }) {
      return LAZY[id] && kind !== 'dynamic-import' && importer !== undefined && OURS.test(importer) && !THREADS.test(importer) ? `${PREFIX}${id}` : undefined;
    },
    load(id: string) {
      const specifier = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : '';
      const names = LAZY[specifier];
      return names ? { code: moduleOf(specifier, names), moduleSideEffects: false } : undefined;
    },
  };
}
