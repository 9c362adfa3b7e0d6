import { readdirSync, readlinkSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { contentDigests } from '@assay/engine';
import { contains } from '@assay/loaders';
import { canonicalHash, fileParts, isJsonObject, shellLine, type EvalCase, type EvaluatorDefinition, type FileRule, type JsonObject, type JsonValue, type WorkspaceHook } from '@assay/schema';

/** Where the files that a case names are looked for. */
interface NamedFilesPlace {
  /** Absolute folder of the suite. */
  readonly directory: string;
  /** Absolute folder that they stay in. */
  readonly projectRoot: string;
  /** What they must keep to besides; absent for suites that somebody vouches for. */
  readonly fileRule?: FileRule | undefined;
}

/** A file by the words that name it, with the SHA-256 of its content in hex. */
type NamedFile = readonly [written: string, sha256: string];

/** Finds the files that cases name without holding them. */
export interface NamedFiles {
  /** Those of a case, in an order that depends on their names alone. */
  of(evalCase: EvalCase, place: NamedFilesPlace): Promise<readonly NamedFile[]>;
  /**
   * Those that its evaluators and its workspace name, with a template as one file, by their paths from the root of the project. A list of
   * evaluators that cases of one folder share gives them once, and nothing after that.
   */
  newOf(evalCase: Pick<EvalCase, 'evaluators' | 'workspace'>, place: NamedFilesPlace): Promise<readonly NamedFile[]>;
}

type FindEvaluator = (type: string) => EvaluatorDefinition | undefined;

const LONGEST_PATH = 1024;
/** A text with a slash, or with an extension at its end: most texts are neither, and are not looked for. */
const LIKE_A_PATH = /[\\/]|\.[A-Za-z\d]{1,12}$/u;

function isLikePath(text: string): boolean {
  return text.length <= LONGEST_PATH && LIKE_A_PATH.test(text) && !/[\n\r\0]/u.test(text);
}

/** Keys and indexes from a value to one inside it. */
type Place = readonly (string | number)[];

interface Mention {
  readonly written: string;
  /** The folder that a program runs in, as the entry says it. */
  readonly cwd: string | undefined;
}

const wordsOf = (line: string): readonly string[] => line.split(/\s+/u).map((word) => word.replaceAll(/^["']|["';]$/gu, ''));

const placesIn = (places: readonly Place[], key: string | number): readonly Place[] =>
  places.flatMap((place) => (place.length === 0 ? [place] : place[0] === key ? [place.slice(1)] : []));

/**
 * @param programs Where in the value programs are started: in one line of text there, any word may be a file. A line that a shell
 * runs is one wherever it stands.
 */
function* mentions(value: JsonValue, programs: readonly Place[], cwd: string | undefined): Generator<Mention> {
  if (typeof value === 'string') {
    const isCommand = programs.some(({ length }) => length === 0);
    const texts = isCommand ? wordsOf(value) : [value.trim().replace(/^file:\/\//u, '')];
    for (const written of texts) if (isLikePath(written)) yield { written, cwd };
  } else if (Array.isArray(value)) {
    const line = shellLine(value);
    if (line !== undefined) for (const written of wordsOf(line).filter(isLikePath)) yield { written, cwd };
    // A text in a list is one argument.
    for (const [index, item] of (value as readonly JsonValue[]).entries()) yield* mentions(item, typeof item === 'string' ? [] : placesIn(programs, index), cwd);
  } else if (isJsonObject(value)) {
    const folder = typeof value['cwd'] === 'string' ? value['cwd'] : cwd;
    for (const [key, field] of Object.entries(value)) yield* mentions(field, placesIn(programs, key), folder);
  }
}

/** Where options start programs: as the installed evaluator says it of itself, of its members each for itself. */
function programsOf(find: FindEvaluator, type: JsonValue | undefined, options: JsonObject): readonly Place[] {
  const programs = (typeof type === 'string' ? find(type) : undefined)?.programs;
  const members: unknown = options['evaluators'];
  return [
    ...(programs === 'never' ? [] : (programs?.(options) ?? [[]])),
    ...(Array.isArray(members) ? (members as readonly JsonValue[]) : []).flatMap((member, index) =>
      isJsonObject(member) ? programsOf(find, member['type'], member).map((place): Place => ['evaluators', index, ...place]) : [],
    ),
  ];
}

const hookMentions = (hook: WorkspaceHook): Iterable<Mention> => mentions({ ...hook } as JsonObject, [['command']], undefined);

/** The places that a written path may mean: beside the suite, where its program runs, and in the folders above up to the root. */
function candidates({ written, cwd }: Mention, { directory, projectRoot }: NamedFilesPlace): readonly string[] {
  const found = new Set([resolve(directory, written)]);
  if (cwd !== undefined) found.add(resolve(directory, cwd, written));
  for (let folder = directory; folder !== projectRoot && contains(projectRoot, folder); ) {
    folder = dirname(folder);
    found.add(resolve(folder, written));
  }
  if (/^[\\/]/u.test(written)) found.add(join(projectRoot, written));
  return [...found];
}

function fileAt(path: string, { projectRoot, fileRule }: NamedFilesPlace): { readonly real: string; readonly stats: Stats } | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const real = realpathSync(path);
  if (!contains(realpathSync(projectRoot), real)) return undefined;
  return fileRule?.({ path, real, root: projectRoot }) === undefined ? { real, stats } : undefined;
}

/**
 * Covers attachments of messages, the template of a workspace with all that is in it, and what stands in the options of evaluators
 * and in hooks like the path of a file and is one: scripts, prompts, schemas. Not covered is what programs load besides, nor what
 * lies outside of the project. Every file is read once, and again when its time or size has changed; a text that is like no path
 * costs nothing.
 * @param find the installed evaluator of a type, which says where its options start programs.
 */
export function createNamedFiles(find: FindEvaluator): NamedFiles {
  const digestOf = contentDigests();
  /** What all entries mention, found once for lists that many cases share. */
  const mentioned = new WeakMap<EvalCase['evaluators'], readonly Mention[]>();

  function mentionsIn(evaluators: EvalCase['evaluators']): readonly Mention[] {
    const before = mentioned.get(evaluators);
    if (before) return before;
    const found = evaluators.flatMap(({ type, options }) => [...mentions(options, programsOf(find, type, options), undefined)]);
    mentioned.set(evaluators, found);
    return found;
  }

  function look(path: string, place: NamedFilesPlace): ReturnType<typeof fileAt> {
    try {
      return fileAt(path, place);
    } catch {
      // A folder that may not be entered, a link in a circle: whoever wants to read the file will say so.
      return undefined;
    }
  }

  /** All that a copy of a folder would have. Links count by where they lead, and are not followed. */
  function addFolder(files: Map<string, Promise<string | undefined>>, folder: string, name: string): void {
    let entries: readonly Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      // Whoever copies it will say so.
      return;
    }
    if (entries.length === 0) files.set(name, Promise.resolve('empty'));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const own = `${name}${entry.name}`;
      if (entry.isDirectory()) addFolder(files, path, `${own}/`);
      else if (entry.isSymbolicLink()) files.set(own, Promise.resolve(`link to ${readlinkSync(path)}`));
      else if (entry.isFile()) files.set(own, digestOf(path, statSync(path)));
    }
  }

  const given = new WeakMap<object, Set<string>>();
  function isNew(thing: object, { directory }: NamedFilesPlace): boolean {
    const folders = given.get(thing) ?? new Set();
    given.set(thing, folders);
    return folders.size !== folders.add(directory).size;
  }

  async function folderDigest(folder: string): Promise<string | undefined> {
    const files = new Map<string, Promise<string | undefined>>();
    addFolder(files, folder, '');
    if (files.size === 0) return undefined;
    const found = await Promise.all([...files].map(async ([name, sha256]) => [name, (await sha256) ?? 'unreadable'] as const));
    return canonicalHash(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  return {
    async newOf({ evaluators, workspace }, place) {
      const files = new Map<string, Promise<string | undefined>>();
      const shown = (path: string): string => relative(place.projectRoot, path).replaceAll('\\', '/');
      const add = (mention: Mention): void => {
        for (const path of candidates(mention, place)) {
          const found = look(path, place);
          if (found) files.set(shown(path), digestOf(found.real, found.stats));
        }
      };
      if (isNew(evaluators, place)) mentionsIn(evaluators).forEach(add);
      if (workspace && isNew(workspace, place)) {
        for (const hook of Object.values(workspace.hooks ?? {})) for (const mention of hookMentions(hook)) add(mention);
        const template = workspace.template === undefined ? undefined : resolve(place.directory, workspace.template);
        if (template !== undefined) files.set(`${shown(template)}/`, folderDigest(template));
      }
      if (files.size === 0) return [];
      const found = await Promise.all([...files].map(async ([path, digest]) => [path, await digest] as const));
      return found.flatMap(([path, digest]) => (digest === undefined ? [] : [[path, digest] as const]));
    },
    async of({ evaluators, inputMessages, expectedMessages, workspace }, place) {
      const files = new Map<string, Promise<string | undefined>>();
      const add = (written: string, path: string): void => {
        const found = look(path, place);
        if (found) files.set(`${written}\0${relative(place.projectRoot, path)}`, digestOf(found.real, found.stats));
      };
      for (const { value, path, text } of fileParts([...inputMessages, ...expectedMessages])) if (text === undefined && path !== undefined) add(value, path);
      for (const mention of mentionsIn(evaluators)) for (const path of candidates(mention, place)) add(mention.written, path);
      for (const mention of Object.values(workspace?.hooks ?? {}).flatMap((hook: WorkspaceHook) => [...hookMentions(hook)])) for (const path of candidates(mention, place)) add(mention.written, path);
      if (workspace?.template !== undefined) addFolder(files, resolve(place.directory, workspace.template), 'template/');
      if (files.size === 0) return [];
      const found = await Promise.all([...files].map(async ([name, sha256]) => [name, (await sha256) ?? 'unreadable'] as const));
      return found.toSorted(([a], [b]) => (a < b ? -1 : 1));
    },
  };
}
