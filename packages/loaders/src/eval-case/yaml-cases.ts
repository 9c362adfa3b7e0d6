import {
  composedText,
  describeKind,
  EVAL_CASE_ALIASES,
  type EvalCase,
  isJsonObject,
  type JsonObject,
  type LocatedCase,
  type NormalizeContext,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
import { normalizeEvalCase } from './read/eval-case.js';
import { evaluatorLocation } from '../evaluators/evaluator-places.js';
import { namesCases } from './agentv/file-reference.js';
import type { CaseFileReader } from './case-files.js';
import type { SuiteHeader } from './read/suite-header.js';
import type { FileReference } from '../references/file-references.js';
import type { LoadSession } from '../dialect/load-session.js';
import { isTemplated, type Templating } from './templating/templating.js';

/** The list of cases of a document and where it stands. */
function findList(root: unknown, header: SuiteHeader, { context, session }: YamlReading): [ValuePath, readonly unknown[]] | undefined {
  if (Array.isArray(root)) return [[], root];
  const key = header.casesKey;
  if (key === undefined) {
    // A file whose list is empty (`evalcases:` and nothing more) has no key here either.
    const written = isJsonObject(root) && EVAL_CASE_ALIASES.cases.some((name) => root[name] === null);
    return written ? [[], []] : undefined;
  }
  const list = isJsonObject(root) ? root[key] : undefined;
  if (Array.isArray(list)) return [[key], list as readonly unknown[]];
  // A file of cases instead of the list.
  if (namesCases(list, session.directory)) return [[key], [list]];
  reportError(context, [key], `${key} must be a list of cases, not ${describeKind(list)}`, {
    hint: 'start each case with - id: …',
  });
  return [[key], []];
}

/** Reports ids that stand twice, also those of cases that have other errors. */
function checkIds(items: readonly unknown[], base: ValuePath, context: NormalizeContext): void {
  const places = new Map<string, ValuePath>();
  for (const [index, item] of items.entries()) {
    if (!isJsonObject(item)) continue;
    const { id: written } = item;
    if (typeof written !== 'string' && typeof written !== 'number') continue;
    const id = composedText(String(written));
    const path = [...base, index, 'id'];
    const first = places.get(id);
    if (first === undefined) places.set(id, path);
    else {
      reportError(context, path, `two cases have the id "${id}"`, {
        code: 'duplicate-id',
        hint: 'give each case its own id',
        related: { message: 'the first one is here', path: first },
      });
    }
  }
}

interface FoundCase {
  readonly evalCase: EvalCase;
  readonly path: ValuePath;
  readonly references: readonly FileReference[];
}

/** The cases that one item of the list stands for: one, unless it has lists of variables. */
function casesOfItem(item: unknown, path: ValuePath, header: SuiteHeader, { context, templating }: YamlReading): readonly FoundCase[] {
  const contextOf = (references: FileReference[]): NormalizeContext => ({
    ...context,
    aliasPrecedence: header.aliasPrecedence,
    onFile: (part, partPath) => references.push({ part, path: partPath }),
  });
  const read = templating && isTemplated(item, templating)
    ? templating.cases(context, { raw: item, path, header })
    : [(own: NormalizeContext) => normalizeEvalCase(item, own, header, path)];
  return read.flatMap((readCase) => {
    const references: FileReference[] = [];
    const evalCase = readCase(contextOf(references));
    return evalCase ? [{ evalCase, path, references }] : [];
  });
}

/** Ids of cases that lists of variables stand for may be those of others. */
function checkMadeIds(found: readonly FoundCase[], items: number, context: NormalizeContext): void {
  if (found.length <= items) return;
  const places = new Map<string, ValuePath>();
  for (const { evalCase: { id }, path } of found) {
    const first = places.get(id);
    if (first) reportError(context, path, `two cases have the id "${id}"`, { code: 'duplicate-id', hint: 'give each case its own id', related: { message: 'the first one is here', path: first } });
    else places.set(id, path);
  }
}

export interface YamlReading {
  readonly context: NormalizeContext;
  readonly session: LoadSession;
  /** Undefined when no case has variables. */
  readonly templating: Templating | undefined;
  /** Makes it ready for the cases of other files, of which nobody knows before. */
  readonly openTemplating: () => Promise<Templating>;
  /** True for a document that another one names as a file of cases. */
  readonly isNamed?: true | undefined;
  /** Called with every other file that cases were read from. */
  readonly onSource: (file: string) => void;
}

/** Whether a case of the document says that it has variables. */
export function someCaseHasVars(root: unknown, header: SuiteHeader): boolean {
  const list: unknown = isJsonObject(root) && header.casesKey !== undefined ? root[header.casesKey] : root;
  const items: readonly unknown[] = Array.isArray(list) ? list : [list];
  return items.some((item) => isJsonObject(item) && item['vars'] !== undefined);
}

/** Completes cases with the files that their messages name. */
async function completed(found: readonly FoundCase[], header: SuiteHeader, { context, session }: YamlReading): Promise<readonly LocatedCase[]> {
  const cases: LocatedCase[] = [];
  for (const { evalCase, path, references } of found) {
    const complete =
      references.length === 0 ? evalCase : await session.references.attach(evalCase, references, context);
    const ownTarget = complete.execution.target !== header.execution.target || complete.execution.targets !== header.execution.targets;
    cases.push({
      evalCase: complete,
      location: context.locate(path),
      evaluatorLocation,
      ...(ownTarget ? { targetLocation: context.locate([...path, 'execution', complete.execution.targets ? 'targets' : 'target']) } : {}),
    });
  }
  return cases;
}

/** What reads the cases of files that stand in the list in place of cases. */
async function openCaseFiles(header: SuiteHeader, reading: YamlReading): Promise<CaseFileReader> {
  const { createCaseFiles } = await import('./case-files.js');
  const { context, session, openTemplating } = reading;
  return createCaseFiles({
    context, session, header,
    templating: openTemplating,
    async readDocument(root, inFile, ofFile) {
      const head: SuiteHeader = { ...header, casesKey: undefined };
      const templating = reading.templating ?? (someCaseHasVars(root, head) ? await openTemplating() : undefined);
      return readYamlCases(root, head, { ...reading, templating, context: inFile, session: ofFile, isNamed: true });
    },
  });
}

/** The cases of the files that an item of the list names. */
async function fromFiles(written: string, path: ValuePath, files: CaseFileReader | undefined, { context, onSource }: YamlReading): Promise<readonly LocatedCase[]> {
  if (!files) {
    // They could name each other in a circle.
    reportError(context, path, 'a file of cases cannot name other files of cases', { code: 'file-reference', hint: 'name them all in the suite' });
    return [];
  }
  const read = await files.read(written, path);
  read.files.forEach(onSource);
  return read.cases;
}

/** All cases of a document. Findings go to the context; the cases with errors are left out. */
export async function readYamlCases(root: unknown, header: SuiteHeader, reading: YamlReading): Promise<readonly LocatedCase[]> {
  const { context, session } = reading;
  const list = findList(root, header, reading);
  const isNamed = (item: unknown): item is string => namesCases(item, session.directory);
  const [base, items] = list ?? [[], [root]];
  if (list && items.length === 0 && context.tally.errors === 0) {
    reportWarning(context, base, 'the file has no cases', { code: 'no-cases', hint: 'add - id: …' });
  }
  if (list) checkIds(items, base, context);
  const pathOf = (index: number): ValuePath => (list ? (Array.isArray(root) || Array.isArray((root as JsonObject)[String(base[0])]) ? [...base, index] : base) : []);
  const named = list ? items.some(isNamed) : false;
  const found = items.flatMap((item, index) => (isNamed(item) ? [] : casesOfItem(item, pathOf(index), header, reading)));
  checkMadeIds(found, items.length, context);
  if (!named) return completed(found, header, reading);
  const files = reading.isNamed ? undefined : await openCaseFiles(header, reading);
  const cases: LocatedCase[] = [];
  for (const [index, item] of items.entries()) {
    const read = isNamed(item) ? await fromFiles(item, pathOf(index), files, reading) : await completed(found.filter((one) => one.path.at(-1) === index), header, reading);
    // A file may have more cases than a function takes arguments.
    for (const one of read) cases.push(one);
  }
  const { reportRepeatedIds } = await import('./case-files.js');
  if (context.tally.errors === 0) reportRepeatedIds(context, cases);
  return cases;
}
