/** Installed definitions and those that a program adds, which win over installed ones of the same name. */
export function withExtensions<T extends { readonly name: string }>(
  installed: readonly T[],
  added: readonly T[] | undefined,
): readonly T[] {
  if (!added?.length) return installed;
  const names = new Set(added.map(({ name }) => name));
  return [...added, ...installed.filter(({ name }) => !names.has(name))];
}
