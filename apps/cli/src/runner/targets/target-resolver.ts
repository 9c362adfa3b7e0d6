import {
  canonicalJson,
  ConfigError,
  definitionNames,
  findDefinition,
  InvalidFileError,
  nearestMatch,
  parseModelString,
  UsageError,
  type Definition,
  type Diagnostic,
  type ReportDiagnostic,
  type SourceLocation,
  type Suite,
  type TargetDefinition,
  type WrittenTarget,
} from '@assay/schema';
import { expandCollections, type Collections } from './collections.js';
import { followPointers } from './follow-pointers.js';
import { withModelAlias } from './model-aliases.js';
import { isRefusal } from '../../trust/refusal.js';
import type { Trust } from '../../trust/trust.js';
import type { TargetReference } from '../../trust/target-reference.js';
import { referenceError, unusable } from './reference-error.js';
import { withModel } from './with-model.js';

export interface TargetResolverOptions {
  /** Names for lists of models, of the project. */
  readonly collections?: Collections | undefined;
  /** Where the collections are defined, by their names. */
  readonly collectionLocations?: Readonly<Record<string, SourceLocation>> | undefined;
  /** Named targets of the project, the nearest definition first. */
  readonly named: readonly WrittenTarget[];
  readonly providers: readonly Definition[];
  /** Models to ask in place of others. */
  readonly modelAliases?: Readonly<Record<string, string>> | undefined;
  /** Reads a target from a file (`--target configs/x.yaml`). */
  readonly readFile: (file: string) => Promise<readonly WrittenTarget[]>;
  /**
   * Replaces the `${VAR}` references in a text of a target, whose key is given.
   * @throws ConfigError for a variable that is not set.
   */
  readonly resolveText: (text: string, key: string, target: WrittenTarget) => string;
  readonly report: ReportDiagnostic;
  /** Decides who may be asked. */
  readonly trust: Pick<Trust, 'untrusted' | 'isVouchedFor' | 'vouchFor' | 'checkTarget'>;
}

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
   * different targets of one name, whose results could not be told apart.
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

const FILE = /\.(?:ya?ml|json)$/iu;

/** True for a reference that is a path of a file with a target in it. */
export function isTargetFile(reference: string): boolean {
  return FILE.test(reference);
}

async function fromFile(reference: TargetReference, readFile: TargetResolverOptions['readFile']): Promise<WrittenTarget> {
  const { name: file } = reference;
  const targets = await readFile(file).catch((error: unknown) => {
    // What is wrong in a file has a place of its own; a file that is not there has not.
    if (error instanceof UsageError) throw referenceError(reference, error.message, error.hint ?? 'name a file that defines one target');
    throw error;
  });
  const [only] = targets;
  if (only && targets.length === 1) return only;
  throw referenceError(
    reference,
    `${file} defines ${targets.length === 0 ? 'no' : targets.length} targets${targets.length === 0 ? '' : ', so it is not clear which is meant'}`,
    targets.length === 0
      ? 'write name: … and provider: … into it'
      : `use --targets ${file} and name one of them: ${targets.map((target) => target.name).join(', ')}`,
  );
}

/** A target that needs no definition: `provider:model`, or the mock. */
function fromModelString(name: string, { providers, report }: TargetResolverOptions): TargetDefinition | undefined {
  // Only programs and recordings answer without a model, and only the mock without options.
  if (name === 'mock') return { name: 'mock', provider: 'mock', options: {} };
  const model = parseModelString(name);
  if (!model) return undefined;
  const provider = findDefinition(providers, model.provider);
  if (!provider) return undefined;
  if (model.corrected) {
    report({
      severity: 'warning',
      code: 'model-string',
      message: `read "${name}" as "${model.corrected}"`,
      hint: 'write provider:model without spaces, the provider in lower case',
    });
  }
  return { name: model.corrected ?? name, provider: provider.name, model: model.model, options: {} };
}

function isCollection(name: string, { collections = {} }: TargetResolverOptions): boolean {
  return Object.hasOwn(collections, name);
}

/** The error about a name that nothing has. */
function unknown(reference: TargetReference, names: readonly string[], options: TargetResolverOptions): ConfigError {
  const { name } = reference;
  const { providers, collections = {} } = options;
  const written = parseModelString(name);
  if (written) {
    const near = nearestMatch(written.provider, definitionNames(providers));
    return referenceError(
      reference,
      `unknown provider "${written.provider}" in target "${name}"`,
      `${near ? `did you mean ${near}:${written.model}? ` : ''}providers: ${providers.map((provider) => provider.name).join(', ')}`,
    );
  }
  if (isCollection(name, options)) {
    return referenceError(reference, `"${name}" is a collection; here a single target is needed`, `name one of its targets: ${(collections[name] ?? []).join(', ')}`);
  }
  const provider = findDefinition(providers, name);
  if (provider) {
    return referenceError(
      reference,
      `there is no target "${name}"; ${provider.name} is a provider`,
      `name one of its models as ${provider.name}:MODEL, or define a target with provider: ${provider.name} in .assay/targets.yaml`,
    );
  }
  const near = nearestMatch(name, [...names, ...Object.keys(collections)]);
  const known = names.length > 0 ? `known targets: ${[...new Set(names)].join(', ')}; or ` : 'no targets are defined here; ';
  return referenceError(
    reference,
    `there is no target "${name}"`,
    `${near ? `did you mean "${near}"? ` : ''}${known}name one as provider:model, e.g. openai:gpt-4o-mini`,
  );
}

/** All that a name may stand for, the target that it points to apart. */
function finder(options: TargetResolverOptions) {
  const { trust } = options;
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

  /** True for names that mean a collection, also where a target of the suite or a model has the same one. */
  function meansCollection(name: string, suite: Suite | undefined): boolean {
    if (!isCollection(name, options)) return false;
    if (!trust.untrusted) return ownTarget(name, suite) === undefined;
    if (trust.isVouchedFor(options.collectionLocations?.[name])) return true;
    return ownOf(name) === undefined && model(name) === undefined && ownTarget(name, suite) === undefined;
  }

  function model(name: string): WrittenTarget | undefined {
    const known = made.get(name) ?? fromModelString(name, options);
    if (known) made.set(name, known);
    return known;
  }

  async function look(reference: TargetReference, suite: Suite | undefined): Promise<WrittenTarget> {
    const { name } = reference;
    const target = defined(name, suite);
    if (target) return target;
    // Before it is opened: who may not choose a target may not choose a file either.
    if (isTargetFile(name) && reference.vouched !== true && !trust.isVouchedFor(reference.location)) trust.checkTarget({ reference, target: undefined });
    const direct = made.get(name) ?? (isTargetFile(name) ? await fromFile(reference, options.readFile) : fromModelString(name, options));
    if (!direct) throw unknown(reference, names(suite), options);
    made.set(name, direct);
    return direct;
  }

  return { ownTarget, names, look, meansCollection };
}

/** What a name leads to. */
interface Found {
  readonly written: WrittenTarget;
  /** The last name on the way to it, where that is another one than was asked for. */
  readonly pointer: TargetReference | undefined;
}

export function createTargetResolver(options: TargetResolverOptions): TargetResolver {
  const { collections = {}, collectionLocations: locations, modelAliases = {}, trust } = options;
  const { ownTarget, names, look, meansCollection } = finder(options);
  const found = new Map<string, Found>();
  const foundIn = new WeakMap<Suite, Map<string, Found>>();
  const definitions = new WeakMap<WrittenTarget, TargetDefinition>();
  const models = new WeakMap<TargetDefinition, Map<string, TargetDefinition>>();

  /** One object for each target, however it is called: its limits and failures are counted by it. */
  function definitionOf(written: WrittenTarget, reference: TargetReference): TargetDefinition {
    const known = definitions.get(written);
    if (known) return known;
    const { provider, problems = [], useTarget: _, ...rest } = written;
    if (problems.length > 0 || provider === undefined) throw unusable(reference, written.name, problems);
    const definition = withModelAlias<TargetDefinition>({ ...rest, provider }, { aliases: modelAliases, providers: options.providers });
    definitions.set(written, definition);
    return definition;
  }

  function ofSuite(suite: Suite): Map<string, Found> {
    const known = foundIn.get(suite) ?? new Map<string, Found>();
    foundIn.set(suite, known);
    return known;
  }

  async function find(reference: TargetReference, suite?: Suite): Promise<TargetDefinition> {
    // One definition for all suites: limits and failures of a model are counted in one place.
    const remembered = suite && ownTarget(reference.name, suite) ? ofSuite(suite) : found;
    const known = remembered.get(reference.name) ?? (await foundBy(reference, suite));
    // Each time: the same name may be said by somebody who may, and by somebody who may not.
    trust.checkTarget({ reference: known.pointer ?? reference, target: known.written.location ? known.written : undefined });
    remembered.set(reference.name, known);
    return definitionOf(known.written, known.pointer ?? reference);
  }

  async function foundBy(reference: TargetReference, suite: Suite | undefined): Promise<Found> {
    const { target: written, reference: last } = await followPointers(reference, {
      look: (next) => look(next, suite),
      resolveText: options.resolveText,
      report: options.report,
    });
    return { written, pointer: last === reference ? undefined : last };
  }

  function expand(references: readonly TargetReference[], suite?: Suite): readonly TargetReference[] {
    return expandCollections(references, {
      collections,
      locations,
      isCollection: (name) => meansCollection(name, suite),
      isTarget: (name) => names(suite).includes(name),
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
      await look(reference, suite);
    },
    expand,
    has: (name, suite) => names(suite).includes(name),
    hasCollection: (name) => isCollection(name, options),
    names,
    checkModel: (reference) => trust.checkTarget({ reference, target: undefined }),
    withModel(target, model) {
      let derived = models.get(target);
      if (!derived) models.set(target, (derived = new Map()));
      const known = derived.get(model);
      if (known) return known;
      const made = withModelAlias(withModel(target, model), { aliases: modelAliases, providers: options.providers });
      derived.set(model, made);
      return made;
    },
    judgeTargetOf: (target) =>
      target.judgeTarget === undefined ? undefined : options.resolveText(target.judgeTarget, 'judge_target', target),
  };
}
