import { ConfigError, nearestMatch } from '@assay/schema';

/** Names of models by the name of the collection. */
export type Collections = Readonly<Record<string, readonly string[]>>;

export interface ExpandOptions {
  readonly collections: Collections;
  /** True for names that are targets of the suite: those win over collections. */
  readonly isOwn: (name: string) => boolean;
  /** True for all names that are targets, also those of the project. */
  readonly isTarget: (name: string) => boolean;
}

/** Collections that files of this kind expect are written in capitals; targets hardly ever are. */
const CAPITALS = /^[A-Z][A-Z0-9_-]*$/u;

function undefinedCollection(name: string, collections: Collections): ConfigError {
  const names = Object.keys(collections);
  const near = nearestMatch(name, names);
  const known = names.length === 0 ? 'none is defined' : `defined are: ${names.join(', ')}`;
  return new ConfigError(`there is no collection or target "${name}"`, {
    hint: `${near === undefined ? '' : `did you mean "${near}"? `}define it under collections: in .assay/config.yaml, e.g. ${name}: [openai:gpt-4o-mini], or choose targets with --target (${known})`,
  });
}

/**
 * References to targets with collections replaced by what they hold, nested ones too, each
 * reference once.
 * @throws ConfigError for a collection that is not defined or that contains itself.
 */
export function expandCollections(references: readonly string[], options: ExpandOptions): readonly string[] {
  const { collections, isOwn, isTarget } = options;
  const expanded = new Set<string>();

  function visit(reference: string, inside: readonly string[]): void {
    if (inside.includes(reference)) {
      const circle = [...inside.slice(inside.indexOf(reference)), reference].join(' → ');
      throw new ConfigError(`collection "${reference}" contains itself: ${circle}`, {
        hint: 'take one of them out under collections: in .assay/config.yaml',
      });
    }
    const members = !isOwn(reference) && Object.hasOwn(collections, reference) ? collections[reference] : undefined;
    if (members) {
      for (const member of members) visit(member, [...inside, reference]);
    } else if (CAPITALS.test(reference) && !isOwn(reference) && !isTarget(reference)) {
      throw undefinedCollection(reference, collections);
    } else {
      expanded.add(reference);
    }
  }

  for (const reference of references) visit(reference, []);
  return [...expanded];
}
