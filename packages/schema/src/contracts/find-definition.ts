import type { Definition } from './definition.js';

/** The definition with this name or alias. */
export function findDefinition<T extends Definition>(definitions: readonly T[], name: string): T | undefined {
  return definitions.find((definition) => definition.name === name || definition.aliases?.includes(name));
}

/** A search that remembers: a run asks for the same few definitions several times a trial. */
export function definitionFinder<T extends Definition>(definitions: readonly T[]): (name: string) => T | undefined {
  const found = new Map<string, T | undefined>();
  return (name) => {
    const known = found.get(name);
    if (known !== undefined || found.has(name)) return known;
    const definition = findDefinition(definitions, name);
    found.set(name, definition);
    return definition;
  };
}

/** All names and aliases, for hints and lists of what is allowed. */
export function definitionNames(definitions: readonly Definition[]): string[] {
  return definitions.flatMap((definition) => [definition.name, ...(definition.aliases ?? [])]);
}
