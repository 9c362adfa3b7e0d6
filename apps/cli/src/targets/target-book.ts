import {
  canonicalJson,
  ConfigError,
  definitionNames,
  findDefinition,
  nearestMatch,
  parseModelString,
  type Definition,
  type ReportDiagnostic,
  type Suite,
  type TargetDefinition,
} from '@assay/schema';
import { expandCollections, type Collections } from './collections.js';

export interface TargetBookOptions {
  /** Names for lists of models, of the project. */
  readonly collections?: Collections | undefined;
  /** Named targets of the project, the nearest definition first. */
  readonly named: readonly TargetDefinition[];
  readonly providers: readonly Definition[];
  /** Reads a target from a file (`--target configs/x.yaml`). */
  readonly readFile: (file: string) => Promise<readonly TargetDefinition[]>;
  readonly report: ReportDiagnostic;
}

/** Finds targets by what people call them. */
export interface TargetBook {
  /**
   * A target by name (of the suite first, then of the project), as `provider:model`, as the bare
   * name of a provider that needs no model, or as a file that defines one.
   * @throws ConfigError when there is none, with the nearest name.
   */
  find(reference: string, suite?: Suite): Promise<TargetDefinition>;
  /**
   * All targets that references stand for, names of collections among them. Each once, in order.
   * @throws ConfigError as `find`; for a collection that is not defined or contains itself; for two
   * different targets of one name, whose results could not be told apart.
   */
  findAll(references: readonly string[], suite?: Suite): Promise<readonly TargetDefinition[]>;
  /** True if the project defines a collection of this name. */
  hasCollection(name: string): boolean;
}

function ownTarget(reference: string, suite: Suite | undefined): TargetDefinition | undefined {
  return suite?.targets.find(({ name }) => name === reference);
}

function isSameTarget(a: TargetDefinition, b: TargetDefinition): boolean {
  return a === b || (a.provider === b.provider && a.model === b.model && canonicalJson(a.options) === canonicalJson(b.options));
}

const FILE = /\.(?:ya?ml|json)$/iu;

/** True for a reference that is a path of a file with a target in it. */
export function isTargetFile(reference: string): boolean {
  return FILE.test(reference);
}

export function createTargetBook(options: TargetBookOptions): TargetBook {
  const { collections = {} } = options;
  const found = new Map<string, TargetDefinition>();

  async function fromFile(file: string): Promise<TargetDefinition> {
    const targets = await options.readFile(file);
    const [only] = targets;
    if (!only || targets.length > 1) {
      throw new ConfigError(`${file} defines ${targets.length} targets, so it is not clear which is meant`, {
        hint: `use --targets ${file} and name one with --target: ${targets.map((target) => target.name).join(', ')}`,
      });
    }
    return only;
  }

  function fromModelString(reference: string): TargetDefinition | undefined {
    const model = parseModelString(reference);
    if (!model) return undefined;
    const provider = findDefinition(options.providers, model.provider);
    if (!provider) return undefined;
    if (model.corrected) {
      options.report({
        severity: 'warning',
        code: 'model-string',
        message: `read "${reference}" as "${model.corrected}"`,
        hint: 'write provider:model without spaces, the provider in lower case',
      });
    }
    return { name: model.corrected ?? reference, provider: provider.name, model: model.model, options: {} };
  }

  function unknown(reference: string, names: readonly string[]): ConfigError {
    const written = parseModelString(reference);
    const providers = definitionNames(options.providers);
    if (written) {
      const near = nearestMatch(written.provider, providers);
      return new ConfigError(`unknown provider "${written.provider}" in target "${reference}"`, {
        hint: `${near ? `did you mean ${near}:${written.model}? ` : ''}providers: ${options.providers.map(({ name }) => name).join(', ')}`,
      });
    }
    const near = nearestMatch(reference, names);
    const known = names.length > 0 ? `known targets: ${names.join(', ')}; or ` : 'no targets are defined here; ';
    return new ConfigError(`there is no target "${reference}"`, {
      hint: `${near ? `did you mean "${near}"? ` : ''}${known}name one as provider:model, e.g. --target openai:gpt-4o-mini`,
    });
  }

  async function look(reference: string, suite: Suite | undefined): Promise<TargetDefinition> {
    const target = options.named.find(({ name }) => name === reference);
    if (target) return target;
    if (isTargetFile(reference)) return fromFile(reference);
    const direct = fromModelString(reference);
    if (direct) return direct;
    // Only programs and recordings answer without a model, and only the mock without options.
    if (reference === 'mock') return { name: 'mock', provider: 'mock', options: {} };
    throw unknown(
      reference,
      [...(suite?.targets ?? []), ...options.named].map(({ name }) => name),
    );
  }

  async function find(reference: string, suite: Suite | undefined): Promise<TargetDefinition> {
    const own = ownTarget(reference, suite);
    if (own) return own;
    // One definition for all suites: limits and failures of a model are counted in one place.
    let target = found.get(reference);
    if (!target) {
      target = await look(reference, suite);
      found.set(reference, target);
    }
    return target;
  }

  return {
    find,
    async findAll(references, suite) {
      const names = expandCollections(references, {
        collections,
        isOwn: (name) => ownTarget(name, suite) !== undefined,
        isTarget: (name) => options.named.some((target) => target.name === name),
      });
      const targets = new Map<string, TargetDefinition>();
      for (const name of names) {
        const target = await find(name, suite);
        const other = targets.get(target.name);
        if (other && !isSameTarget(other, target)) {
          throw new ConfigError(`two different targets are named "${target.name}"`, {
            hint: 'give one of them another name: results are kept by the name of the target',
            location: target.location ?? other.location,
          });
        }
        if (!other) targets.set(target.name, target);
      }
      return [...targets.values()];
    },
    hasCollection: (name) => Object.hasOwn(collections, name),
  };
}
