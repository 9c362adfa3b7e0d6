interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Tells what is loaded together with some modules: what they import, what that imports, and so on, but not what any of them imports
 * later, with `import()`.
 */
export function importedWith(...roots: readonly string[]): (id: string, modules: Modules) => boolean {
  let found: Set<string> | undefined;
  const follow = (id: string, modules: Modules, into: Set<string>): Set<string> => {
    if (into.has(id)) return into;
    into.add(id);
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) follow(next, modules, into);
    return into;
  };
  return (id, modules) => {
    found ??= roots.reduce((into, root) => follow(root, modules, into), new Set<string>());
    return found.has(id);
  };
}
