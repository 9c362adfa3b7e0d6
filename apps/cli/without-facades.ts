import { posix } from 'node:path';

interface Part {
  readonly type: string;
  readonly fileName: string;
  code?: string | undefined;
}

/** A file that only hands on what another one has: `import{r as e}from"./showing.js";export{e as runCommand};`. */
const FACADE = /^import\s*\{(?<taken>[^}]*)\}\s*from\s*["'](?<path>\.{1,2}\/[^"']+)["'];\s*export\s*\{(?<handed>[^}]*)\};?\s*$/u;
const IMPORT = /\bimport\(["'`](?<path>\.{1,2}\/[^"'`]+)["'`]\)/gu;

/** The names of `a as b, c`, by what they are called where they go. */
function renamed(names: string): ReadonlyMap<string, string> {
  return new Map(
    names.split(',').map((name) => {
      const [first = '', last = first] = name.trim().split(/\s+as\s+/u);
      return [last, first];
    }),
  );
}

interface Facade {
  /** The file that has what it hands on, from the root of the bundle. */
  readonly behind: string;
  /** `{a:m.b}`, of a module `m`. */
  readonly namespace: string;
}

function facadeOf({ fileName, code }: Part): Facade | undefined {
  const { taken = '', path, handed = '' } = FACADE.exec(code ?? '')?.groups ?? {};
  if (path === undefined) return undefined;
  const own = renamed(taken);
  const entries = [...renamed(handed)].map(([name, local]) => `${name}:m.${own.get(local)}`);
  return { behind: posix.join(posix.dirname(fileName), path), namespace: `{${entries.join(',')}}` };
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

/**
 * Takes files out of a bundle that only hand on what others have: what is imported later and lies in a group has one, which takes as
 * long to open and link as a file with code in it. The others are imported in their place.
 */
export function withoutFacades() {
  return {
    name: 'without-facades',
    generateBundle(_options: unknown, bundle: Record<string, Part>): void {
      const parts = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const importedBy = (part: Part): readonly string[] => [...(part.code ?? '').matchAll(IMPORT)].map(({ groups }) => posix.join(posix.dirname(part.fileName), groups?.['path'] ?? ''));
      const imported = parts.flatMap(importedBy);
      const facades = new Map<string, Facade>();
      for (const part of parts) {
        const facade = facadeOf(part);
        // One that is named in another way too, or is where others begin, stays.
        const named = parts.reduce((sum, { code = '' }) => sum + countOf(code, `/${posix.basename(part.fileName)}`), 0);
        if (facade && named > 0 && named === imported.filter((name) => name === part.fileName).length) facades.set(part.fileName, facade);
      }
      for (const part of parts) {
        const folder = posix.dirname(part.fileName);
        part.code = part.code?.replaceAll(IMPORT, (whole, path: string) => {
          const facade = facades.get(posix.join(folder, path));
          if (!facade) return whole;
          const relative = posix.relative(folder, facade.behind);
          return `import("${relative.startsWith('.') ? relative : `./${relative}`}").then(m=>(${facade.namespace}))`;
        });
      }
      for (const fileName of facades.keys()) delete bundle[fileName];
    },
  };
}
