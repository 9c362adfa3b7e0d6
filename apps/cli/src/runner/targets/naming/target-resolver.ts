import { canonicalJson, ConfigError, InvalidFileError, type Diagnostic, type Suite, type TargetDefinition, type WrittenTarget } from '@assay/schema';
import { isRefusal } from '../../../trust/refusal.js';
import type { TargetReference } from '../../../trust/target-reference.js';
import { calledName } from '../../../names/called-name.js';
import { expandCollections } from './collections.js';
import { followPointers } from './follow-pointers.js';
import { createNameLookup } from './name-lookup.js';
import { createTargetDefinitions } from './target-definitions.js';
import type { TargetResolverOptions } from './target-resolver-options.js';

/** Finds targets by what people call them. */
export interface TargetResolver {
  /**
   * A target by name (of the suite first, then of the project), as `provider:model`, as the bare
   * name of a provider that needs no model, or as a file that defines one. A target that only points
   * to another one (`use_target`) is the other one.
   * @throws ConfigError when there is none, with who named it, where, and the nearest name.
   * @throws InvalidFileError when it is there and cannot be used as it is written.
   */
  find(reference: TargetReference, suite?: Suite): Promise<TargetDefinition>;
  /**
   * Whether a name leads anywhere; what it leads to may be unusable.
   * @throws ConfigError as `find`.
   */
  check(reference: TargetReference, suite?: Suite): Promise<void>;
  /**
   * All targets that references stand for, names of collections among them. Each once, in order.
   * @throws ConfigError as `find`; for a collection that is not defined or contains itself; for two
   * different targets of one name, whose results could not be distinguished.
   */
  findAll(references: readonly TargetReference[], suite?: Suite): Promise<readonly TargetDefinition[]>;
  /**
   * The references with collections replaced by what they hold; nothing is looked up.
   * @throws ConfigError for a collection that is not defined or contains itself.
   */
  expand(references: readonly TargetReference[], suite?: Suite): readonly TargetReference[];
  /** True for the name of a target that the suite or the project defines, usable or not. */
  has(name: string, suite?: Suite): boolean;
  /** True if the project defines a collection of this name. */
  hasCollection(name: string): boolean;
  /** Names of the targets that are defined. */
  names(suite?: Suite): readonly string[];
  /**
   * Checks a model that is named without a provider, for the connection of another target.
   * @throws InvalidFileError when who names it may not choose it.
   */
  checkModel(reference: TargetReference): void;
  /** A target with another model: the same connection, key and settings. The same object every time. */
  withModel(target: TargetDefinition, model: string): TargetDefinition;
  /**
   * Who judges a target's replies as it says itself, with variables replaced.
   * @throws ConfigError for a variable that is not set.
   */
  judgeTargetOf(target: TargetDefinition): string | undefined;
}

function isSameTarget(a: TargetDefinition, b: TargetDefinition): boolean {
  return a === b || (a.provider === b.provider && a.model === b.model && canonicalJson(a.options) === canonicalJson(b.options));
}

/** What a name leads to. */
interface Found {
  readonly written: WrittenTarget;
  /** The last name on the way to it, where that is another one than was asked for. */
  readonly pointer: TargetReference | undefined;
  /** All names on the way to it, its own the last. */
  readonly names: readonly string[];
}

export function createTargetResolver(options: TargetResolverOptions): TargetResolver {
  const { collections = {}, collectionLocations: locations, trust } = options;
  const { ownTarget, names, look, hasCollection, meansCollection } = createNameLookup(options);
  const found = new Map<string, Found>();
  const foundIn = new WeakMap<Suite, Map<string, Found>>();
  const definitions = createTargetDefinitions(options);

  function ofSuite(suite: Suite): Map<string, Found> {
    const known = foundIn.get(suite) ?? new Map<string, Found>();
    foundIn.set(suite, known);
    return known;
  }

  /** The reference by the name that a target or collection has, where it is written as messages show that name, or with blanks around it. */
  function meant(reference: TargetReference, suite: Suite | undefined): TargetReference {
    const name = calledName(reference.name, [...names(suite), ...Object.keys(collections)]);
    return name === reference.name ? reference : { ...reference, name };
  }

  async function find(written: TargetReference, suite?: Suite): Promise<TargetDefinition> {
    const reference = meant(written, suite);
    // One definition for all suites: limits and failures of a model are counted in one place.
    const isOwn = ({ names: way }: Found): boolean => way.some((name) => ownTarget(name, suite) !== undefined);
    const shared = found.get(reference.name);
    const before = (suite && foundIn.get(suite)?.get(reference.name)) ?? (shared && !isOwn(shared) ? shared : undefined);
    const known = before ?? (await foundBy(reference, suite));
    // Each time: the same name may be said by somebody who may, and by somebody who may not.
    trust.checkTarget({ reference: known.pointer ?? reference, target: known.written.location ? known.written : undefined });
    // What a pointer leads to may be a target of the suite's own.
    if (!before) (suite && isOwn(known) ? ofSuite(suite) : found).set(reference.name, known);
    return definitions.of(known.written, known.pointer ?? reference);
  }

  async function foundBy(reference: TargetReference, suite: Suite | undefined): Promise<Found> {
    const way: string[] = [];
    const { target: written, reference: last } = await followPointers(reference, {
      look(next) {
        way.push(next.name);
        return look(next, suite);
      },
      resolveText: options.resolveText,
      report: options.report,
    });
    return { written, pointer: last === reference ? undefined : last, names: way };
  }

  function expand(references: readonly TargetReference[], suite?: Suite): readonly TargetReference[] {
    return expandCollections(references.map((reference) => meant(reference, suite)), {
      collections,
      locations,
      isCollection: (name) => meansCollection(name, suite),
      isTarget: (name) => names(suite).includes(name),
      words: options.words,
    });
  }

  async function findAll(references: readonly TargetReference[], suite?: Suite): Promise<readonly TargetDefinition[]> {
    const targets = new Map<string, TargetDefinition>();
    const refused: Diagnostic[] = [];
    for (const reference of expand(references, suite)) {
      const target = await find(reference, suite).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        refused.push(...error.diagnostics);
      });
      if (!target) continue;
      const other = targets.get(target.name);
      if (other && !isSameTarget(other, target)) {
        throw new ConfigError(`two different targets are named "${target.name}"`, {
          hint: 'give one of them another name: results are kept by the name of the target',
          location: target.location ?? other.location,
        });
      }
      if (!other) targets.set(target.name, target);
    }
    if (refused.length > 0) throw new InvalidFileError(refused);
    return [...targets.values()];
  }

  return {
    find,
    findAll,
    async check(reference, suite) {
      await look(meant(reference, suite), suite);
    },
    expand,
    has: (name, suite) => names(suite).includes(name),
    hasCollection,
    names,
    checkModel: (reference) => trust.checkTarget({ reference, target: undefined }),
    withModel: definitions.withModel,
    judgeTargetOf: (target) =>
      target.judgeTarget === undefined ? undefined : options.resolveText(target.judgeTarget, 'judge_target', target),
  };
}
