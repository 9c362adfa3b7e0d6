import { ConfigError, nearestMatch, type SourceLocation } from '@assay/schema';
import type { TargetReference } from '../../../trust/target-reference.js';
import { wordsOf, type OptionWords } from '../../../options/option-words.js';
import { referenceError } from './reference-error.js';

/** Names of models by the name of the collection. */
export type Collections = Readonly<Record<string, readonly string[]>>;

export interface ExpandOptions {
  readonly collections: Collections;
  /** Where the collections are defined, by their names. */
  readonly locations?: Readonly<Record<string, SourceLocation>> | undefined;
  /** True for names of collections that nothing else with the same name wins over. */
  readonly isCollection: (name: string) => boolean;
  /** True for names of targets, those of the suite and of the project. */
  readonly isTarget: (name: string) => boolean;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

/** Collections that files of this kind expect are written in capitals; targets hardly ever are. */
const CAPITALS = /^[A-Z][A-Z0-9_-]*$/u;

function undefinedCollection(reference: TargetReference, collections: Collections, { say }: OptionWords): ConfigError {
  const { name } = reference;
  const names = Object.keys(collections);
  const near = nearestMatch(name, names);
  const known = names.length === 0 ? 'none is defined' : `defined are: ${names.join(', ')}`;
  return referenceError(
    reference,
    `there is no collection or target "${name}"`,
    `${near === undefined ? '' : `did you mean "${near}"? `}define it under collections: in .assay/config.yaml, e.g. ${name}: [openai:gpt-4o-mini], or choose targets with ${say('targets')} (${known})`,
  );
}

/**
 * References to targets with collections replaced by what they hold, nested ones too, each
 * name once. What a collection holds is named by the collection.
 * @throws ConfigError for a collection that is not defined or that contains itself.
 */
export function expandCollections(references: readonly TargetReference[], options: ExpandOptions): readonly TargetReference[] {
  const { collections, locations = {}, isCollection, isTarget } = options;
  const expanded = new Map<string, TargetReference>();

  function visit(reference: TargetReference, inside: readonly string[]): void {
    const { name } = reference;
    if (inside.includes(name)) {
      const circle = [...inside.slice(inside.indexOf(name)), name].join(' → ');
      throw new ConfigError(`collection "${name}" contains itself: ${circle}`, {
        hint: 'take one of them out under collections: in .assay/config.yaml',
        location: locations[name],
      });
    }
    const members = isCollection(name) ? collections[name] : undefined;
    if (members) {
      const namedBy = `collection "${name}"`;
      for (const member of members) visit({ name: member, namedBy, location: locations[name] }, [...inside, name]);
    } else if (CAPITALS.test(name) && !isTarget(name)) {
      throw undefinedCollection(reference, collections, wordsOf(options));
    } else if (!expanded.has(name)) {
      expanded.set(name, reference);
    }
  }

  for (const reference of references) visit(reference, []);
  return [...expanded.values()];
}
