import { readdirSync, readlinkSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { contentDigests } from '@assay/engine';
import { contains } from '@assay/loaders';
import { canonicalHash, fileParts, isJsonObject, shellLine, type EvalCase, type EvaluatorDefinition, type FileRule, type JsonObject, type JsonValue, type WorkspaceHook } from '@assay/schema';
import { readWords } from './read-words.js';

/** Where the files that a case names are looked for. */
export interface NamedFilesPlace {
  /** Absolute folder of the suite. */
  readonly directory: string;
  /** Absolute folder that they stay in. */
  readonly projectRoot: string;
  /** What they must keep to besides; absent for suites that somebody vouches for. */
  readonly fileRule?: FileRule | undefined;
}

/** A file by the words that name it, with the SHA-256 of its content in hex. */
export type NamedFile = readonly [written: string, sha256: string];

/** Finds the files that cases name without holding them. */
export interface NamedFiles {
  /** Those of a case, in an order that depends on their names alone. */
  of(evalCase: EvalCase, place: NamedFilesPlace): Promise<readonly NamedFile[]>;
  /** The words for files that its evaluators and hooks may mean, of which there are none here. */
  absentOf(evalCase: Pick<EvalCase, 'evaluators' | 'workspace'>, place: NamedFilesPlace): readonly string[];
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

/** What a file may be called. */
function isName(text: string): boolean {
  return text !== '' && text.length <= LONGEST_PATH && !/[\n\r\0]/u.test(text);
}

/** Keys and indexes from a value to one inside it. */
type Place = readonly (string | number)[];

/** Where in a value texts have something to do with files. */
interface Places {
  /** Programs are started: in one line of text there, any word may be a file. A line that a shell runs is one wherever it stands. */
  readonly programs: readonly Place[];
  /** A file may be called anything, since what stands there is a program, its arguments, or a file that is read. Elsewhere it has to look like a path. */
  readonly names: readonly Place[];
}

interface Mention {
  readonly written: string;
  /** The folder that a program runs in, as the entry says it. */
  readonly cwd: string | undefined;
}

const FILE = /^file:\/\//u;

const wordsOf = (line: string): readonly string[] => readWords(line).map((word) => word.replaceAll(/^["']|["';]$/gu, ''));

/**
 * Options by whose names a program writes what they give, as in `--log=out.log`, `--output-file=out.json`: files that take it change with every
 * trial. What has a word before it may be read: `--expected-output=right.txt`.
 */
const WRITTEN_TO = /^--?(?:debug[-_.]?)?(?:logs?|out|output|stdout|stderr)(?:[-_.]?(?:file|path))?$/iu;

/** An argument, and what it gives to an option, as in `--words=words.txt`. */
const argumentsIn = (word: string): readonly string[] => {
  const [, option = '', given] = /^(-[^=]*)=(.+)$/u.exec(word) ?? [];
  return given === undefined || WRITTEN_TO.test(option) ? [word] : [word, given];
};

const placesIn = (places: readonly Place[], key: string | number): readonly Place[] =>
  places.flatMap((place) => (place.length === 0 ? [place] : place[0] === key ? [place.slice(1)] : []));

const isHere = (places: readonly Place[]): boolean => places.some(({ length }) => length === 0);

function* mentions(value: JsonValue, { programs, names }: Places, cwd: string | undefined): Generator<Mention> {
  const named = isHere(names);
  if (typeof value === 'string') {
    const text = value.trim();
    const texts = isHere(programs) ? wordsOf(text) : [text.replace(FILE, '')];
    for (const written of named ? texts.flatMap(argumentsIn) : texts) if (isName(written) && (named || FILE.test(text) || LIKE_A_PATH.test(written))) yield { written, cwd };
  } else if (Array.isArray(value)) {
    const line = shellLine(value);
    if (line !== undefined) yield* mentions(line, { programs: [[]], names: [[]] }, cwd);
    // A text in a list is one argument.
    for (const [index, item] of (value as readonly JsonValue[]).entries()) {
      yield* mentions(item, { programs: typeof item === 'string' ? [] : placesIn(programs, index), names: placesIn(names, index) }, cwd);
    }
  } else if (isJsonObject(value)) {
    const folder = typeof value['cwd'] === 'string' ? value['cwd'] : cwd;
    for (const [key, field] of Object.entries(value)) yield* mentions(field, { programs: placesIn(programs, key), names: placesIn(names, key) }, folder);
  }
}

/** Where options start programs and name files: as the installed evaluator says it of itself, of its members each for itself. */
function placesOf(find: FindEvaluator, type: JsonValue | undefined, options: JsonObject): Places {
  const { programs, files = [] } = (typeof type === 'string' ? find(type) : undefined) ?? {};
  const said = typeof programs === 'function' ? programs(options) : [];
  const members: unknown = options['evaluators'];
  const ofMembers = (Array.isArray(members) ? (members as readonly JsonValue[]) : []).flatMap((member, index) => {
    if (!isJsonObject(member)) return [];
    const below = (place: Place): Place => ['evaluators', index, ...place];
    const places = placesOf(find, member['type'], member);
    return [{ programs: places.programs.map(below), names: places.names.map(below) }];
  });
  return {
    // One that says nothing may start some anywhere, and its texts are mostly none.
    programs: [...(programs === undefined ? [[]] : said), ...ofMembers.flatMap((places) => places.programs)],
    names: [...said, ...files.map((option) => [option]), ...ofMembers.flatMap(({ names }) => names)],
  };
}

const COMMAND = [['command']];
const hookMentions = (hook: WorkspaceHook): Iterable<Mention> => mentions({ ...hook } as JsonObject, { programs: COMMAND, names: COMMAND }, undefined);

const hooksMentions = ({ workspace }: Pick<EvalCase, 'workspace'>): readonly Mention[] => Object.values(workspace?.hooks ?? {}).flatMap((hook: WorkspaceHook) => [...hookMentions(hook)]);

/** The words for a file: as it is written, and its path from the root of the project. */
const wordsFor = (written: string, path: string, { projectRoot }: NamedFilesPlace): string => `${written}\0${relative(projectRoot, path).replaceAll('\\', '/')}`;
const IN_TEMPLATE = 'template/';

/** A file as people are told of it. @param words that name it. */
export function shownFile(words: string): string {
  const path = words.split('\0')[1];
  if (path !== undefined) return path;
  return words.startsWith(IN_TEMPLATE) ? `${words.slice(IN_TEMPLATE.length)} of its template` : words;
}

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
 * and in hooks like the path of a file and is one: scripts, prompts, schemas; whatever they are called where programs are started, and
 * where options are for files. Not covered is what programs load besides, nor what lies outside of the project. Every file is read once, and
 * again when its time or size has changed; elsewhere a text that is like no path costs nothing.
 * @param find the installed evaluator of a type, which says where its options start programs and name files.
 */
export function createNamedFiles(find: FindEvaluator): NamedFiles {
  const digestOf = contentDigests();
  /** What all entries mention, found once for lists that many cases share. */
  const mentioned = new WeakMap<EvalCase['evaluators'], readonly Mention[]>();

  function mentionsIn(evaluators: EvalCase['evaluators']): readonly Mention[] {
    const before = mentioned.get(evaluators);
    if (before) return before;
    const found = evaluators.flatMap(({ type, options }) => [...mentions(options, placesOf(find, type, options), undefined)]);
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
        hooksMentions({ workspace }).forEach(add);
        const template = workspace.template === undefined ? undefined : resolve(place.directory, workspace.template);
        if (template !== undefined) files.set(`${shown(template)}/`, folderDigest(template));
      }
      if (files.size === 0) return [];
      const found = await Promise.all([...files].map(async ([path, digest]) => [path, await digest] as const));
      return found.flatMap(([path, digest]) => (digest === undefined ? [] : [[path, digest] as const]));
    },
    absentOf(evalCase, place) {
      return [...mentionsIn(evalCase.evaluators), ...hooksMentions(evalCase)].flatMap((mention) =>
        candidates(mention, place).flatMap((path) => (look(path, place) ? [] : [wordsFor(mention.written, path, place)])),
      );
    },
    async of({ evaluators, inputMessages, expectedMessages, workspace }, place) {
      const files = new Map<string, Promise<string | undefined>>();
      const add = (written: string, path: string): void => {
        const found = look(path, place);
        if (found) files.set(wordsFor(written, path, place), digestOf(found.real, found.stats));
      };
      for (const { value, path, text } of fileParts([...inputMessages, ...expectedMessages])) if (text === undefined && path !== undefined) add(value, path);
      for (const mention of mentionsIn(evaluators)) for (const path of candidates(mention, place)) add(mention.written, path);
      for (const mention of hooksMentions({ workspace })) for (const path of candidates(mention, place)) add(mention.written, path);
      if (workspace?.template !== undefined) addFolder(files, resolve(place.directory, workspace.template), IN_TEMPLATE);
      if (files.size === 0) return [];
      const found = await Promise.all([...files].map(async ([name, sha256]) => [name, (await sha256) ?? 'unreadable'] as const));
      return found.toSorted(([a], [b]) => (a < b ? -1 : 1));
    },
  };
}
