import { describeValue, errorText, isJsonObject, REPORTER_CALLS, UsageError } from '@assay/schema';

export { misspeltMethods } from '@assay/schema';

type Kind = 'evaluators' | 'pointFunctions' | 'rules' | 'providers' | 'reporters' | 'loaders';

interface Form {
  /** What declares one. */
  readonly made: string;
  /** Functions that it cannot be without; of several in one place, it has one. */
  readonly functions: readonly (readonly string[])[];
  /** Whether it says what its options are. */
  readonly hasOptions: boolean;
  /** Lists that it cannot be without, empty or not. */
  readonly lists?: readonly string[] | undefined;
  /** Functions and lists that it may do without. */
  readonly optional?: { readonly functions?: readonly string[] | undefined; readonly lists?: readonly string[] | undefined } | undefined;
}

/** What evaluators and rules may have besides. */
const SCORING = { functions: ['check', 'mustHold', 'judgesOf', 'judgementsOf', 'reordered'], lists: ['uses', 'files', 'commands', 'verbatim'] } as const;

const FORMS: Readonly<Record<Exclude<Kind, 'reporters'>, Form>> = {
  evaluators: { made: 'defineEvaluator', functions: [['evaluate', 'compare']], hasOptions: true, lists: ['examples'], optional: SCORING },
  pointFunctions: { made: 'definePointFunction', functions: [['apply']], hasOptions: true, lists: ['examples'], optional: { functions: ['check'] } },
  rules: { made: 'defineRule', functions: [['match'], ['evaluate']], hasOptions: true, lists: ['examples', 'argument'], optional: SCORING },
  providers: { made: 'defineProvider', functions: [['create']], hasOptions: true, optional: { functions: ['createEmbedder'] } },
  loaders: { made: 'defineLoader', functions: [['detect'], ['load']], hasOptions: false, lists: ['extensions'], optional: { functions: ['loadFolder'], lists: ['streamed', 'writers'] } },
};

/** A reporter that follows a run may do without any method; a definition of one may not. */
const REPORTER: Form = { made: 'defineReporter', functions: [], hasOptions: false, optional: { functions: REPORTER_CALLS } };
const REPORTER_DEFINITION: Form = { made: 'defineReporter', functions: [['create']], hasOptions: true };

function formOf(kind: Kind, item: unknown): Form {
  if (kind !== 'reporters') return FORMS[kind];
  return isJsonObject(item) && item['kind'] === 'reporter' ? REPORTER_DEFINITION : REPORTER;
}

/** Whether options can be checked with it: by its shape, since it may come from another copy of the library. */
function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as Readonly<Record<string, unknown>>)['~run'] === 'function';
}

/** What an item lacks; undefined when it has everything. */
function lackOf(item: unknown, { functions, hasOptions, lists = [], optional }: Form): string | undefined {
  if ((typeof item !== 'object' && typeof item !== 'function') || item === null) return 'is no object';
  const at = (name: string): unknown => (item as Readonly<Record<string, unknown>>)[name];
  if (typeof at('name') !== 'string' || at('name') === '') return 'has no name';
  if (hasOptions && !isSchema(at('options'))) return at('options') === undefined ? 'has no schema of its options' : 'has options that are no schema of valibot';
  const missing = functions.find((names) => !names.some((name) => typeof at(name) === 'function'));
  if (missing) return `has no ${missing.join('() or ')}()`;
  const several = functions.find((names) => names.filter((name) => typeof at(name) === 'function').length > 1);
  if (several) return `has ${several.join('() and ')}(), of which one would never be called: an item has one of them`;
  // A text instead of a list would pass each of its characters for an alias.
  const aliases: unknown = at('aliases') ?? [];
  if (at('aliases') === null || !Array.isArray(aliases)) return 'has aliases that are no list';
  if (aliases.some((alias: unknown) => typeof alias !== 'string' || alias === '')) return 'has an alias that is no text, or an empty one';
  const list = lists.find((name) => !Array.isArray(at(name)));
  if (list) return `has no list of ${list}`;
  // A text where a list belongs, or a value for a function, would be found when the run is under way, by an error that names neither.
  const noFunction = optional?.functions?.find((name) => at(name) !== undefined && typeof at(name) !== 'function');
  if (noFunction) return `has ${noFunction} that is no function`;
  const noList = optional?.lists?.find((name) => at(name) !== undefined && !Array.isArray(at(name)));
  if (noList) return `has ${noList} that are no list`;
  return oddExtension(at('extensions') ?? []);
}

/** What is wrong with the extensions of a loader: no file has one without its dot. */
function oddExtension(extensions: unknown): string | undefined {
  if (!Array.isArray(extensions)) return undefined;
  const odd = extensions.findIndex((extension: unknown) => typeof extension !== 'string' || !/^\..*[^.]$/u.test(extension));
  return odd === -1 ? undefined : `has extensions[${odd}] that cannot be: it has to be a text such as ".quiz", not ${describeValue(extensions[odd])}`;
}

interface Named {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
}

/** Whether an item is found by its name. All loaders are asked about a file, and all reporters that follow a run are told of it. */
function isFoundByName(kind: Kind, item: unknown): boolean {
  return kind !== 'loaders' && formOf(kind, item) !== REPORTER;
}

/**
 * Makes sure that a name means one of the items of a list: which of two is asked would be a matter of chance.
 * @throws UsageError that names both.
 */
function checkNames(kind: Kind, items: readonly Named[]): void {
  const owners = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    if (!isFoundByName(kind, item)) continue;
    for (const name of [item.name, ...(item.aliases ?? [])]) {
      const owner = owners.get(name) ?? index;
      if (items[owner] !== item) {
        throw new UsageError(`${kind}[${index}] is called "${name}", as ${kind}[${owner}] is: only one of them would be used`, { hint: 'give each a name and aliases of its own' });
      }
      owners.set(name, owner);
    }
  }
}

/** @throws UsageError for an item that is not what its type says, and for one that cannot even be looked at. */
function checkItem(kind: Kind, item: unknown, index: number): void {
  let lack: string | undefined;
  let made: string | undefined;
  try {
    const form = formOf(kind, item);
    made = form.made;
    lack = lackOf(item, form);
  } catch (error) {
    throw new UsageError(`${kind}[${index}] cannot be read: ${errorText(error)}`, { hint: 'mend its getters, or the proxy that it is', cause: error });
  }
  if (lack !== undefined) throw new UsageError(`${kind}[${index}] ${lack}`, { hint: `make it with ${made}() of @assay/schema` });
}

/**
 * Makes sure that what a program adds to the installed definitions is what its types say: not every program is checked.
 * @throws UsageError that names the first that is not.
 */
export function checkExtensions(options: Readonly<Partial<Record<Kind, unknown>>>): void {
  for (const kind of ['evaluators', 'pointFunctions', 'rules', 'providers', 'reporters', 'loaders'] as const) {
    const items = options[kind];
    if (items === undefined) continue;
    if (!Array.isArray(items)) throw new UsageError(`${kind} must be a list`, { hint: `write ${kind}: [ … ]` });
    for (const [index, item] of items.entries()) checkItem(kind, item, index);
    checkNames(kind, items as readonly Named[]);
  }
}
