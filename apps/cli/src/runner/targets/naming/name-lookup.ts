import type { Suite, WrittenTarget } from '@assay/schema';
import type { TargetReference } from '../../../trust/target-reference.js';
import { isTargetFile, targetOfFile, targetOfModel } from './undefined-targets.js';
import type { TargetResolverOptions } from './target-resolver-options.js';
import { unknownTarget } from './unknown-target.js';

/** What a name stands for: a target, or a collection. Pointers of targets to others are not followed. */
export function createNameLookup(options: TargetResolverOptions) {
  const { trust, collections = {} } = options;
  /** What was read from files or made of `provider:model`, so that it is read, and warned about, once. */
  const made = new Map<string, WrittenTarget>();

  function ownTarget(name: string, suite: Suite | undefined): WrittenTarget | undefined {
    return suite?.targets.find((target) => target.name === name);
  }

  function names(suite: Suite | undefined): readonly string[] {
    return [...(suite?.targets ?? []), ...options.named].map(({ name }) => name);
  }

  /** A project that is not trusted gives no other meaning to a name that has one without it. */
  function defined(name: string, suite: Suite | undefined): WrittenTarget | undefined {
    const nearest = ownTarget(name, suite) ?? options.named.find((named) => named.name === name);
    if (!trust.untrusted) return nearest;
    const vouched = ownOf(name);
    // A path is looked for among the files: whoever writes one means no name of somebody else's.
    return vouched ?? model(name) ?? (isTargetFile(name) ? undefined : nearest);
  }

  /** The target of the user's own with this name. */
  function ownOf(name: string): WrittenTarget | undefined {
    return options.named.find((named) => named.name === name && trust.isVouchedFor(named.location));
  }

  const hasCollection = (name: string): boolean => Object.hasOwn(collections, name);

  /** True for names that mean a collection, also where a target of the suite or a model has the same one. */
  function meansCollection(name: string, suite: Suite | undefined): boolean {
    if (!hasCollection(name)) return false;
    if (!trust.untrusted) return ownTarget(name, suite) === undefined;
    if (trust.isVouchedFor(options.collectionLocations?.[name])) return true;
    return ownOf(name) === undefined && model(name) === undefined && ownTarget(name, suite) === undefined;
  }

  function model(name: string): WrittenTarget | undefined {
    const known = made.get(name) ?? targetOfModel(name, options);
    if (known) made.set(name, known);
    return known;
  }

  async function look(reference: TargetReference, suite: Suite | undefined): Promise<WrittenTarget> {
    const { name } = reference;
    const target = defined(name, suite);
    if (target) return target;
    // Before it is opened: who may not choose a target may not choose a file either.
    if (isTargetFile(name) && reference.vouched !== true && !trust.isVouchedFor(reference.location)) trust.checkTarget({ reference, target: undefined });
    const direct = made.get(name) ?? (isTargetFile(name) ? await targetOfFile(reference, options) : targetOfModel(name, options));
    if (!direct) throw unknownTarget(reference, names(suite), options);
    made.set(name, direct);
    return direct;
  }

  return { ownTarget, names, look, hasCollection, meansCollection };
}
