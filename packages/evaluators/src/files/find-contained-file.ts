import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { UnscoredError, type FileRule } from '@assay/schema';

/** Where files that options name are looked for, and what they may not leave. */
export interface FilePlace {
  /** Absolute folder of the suite. */
  readonly directory: string;
  /** Absolute folder that files must stay in, symbolic links followed. */
  readonly projectRoot: string;
  /** What they must keep to besides; absent for suites that somebody vouches for. */
  readonly fileRule?: FileRule | undefined;
}

/** Where a written path leads. */
export type ContainedFile =
  | { readonly kind: 'found'; readonly path: string; readonly size: number }
  | { readonly kind: 'missing'; readonly tried: readonly string[] }
  /** It stands inside, and may not be read all the same. */
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'outside';
      /** Where it ends up when symbolic links are followed. */
      readonly leadsTo: string;
      readonly link: boolean;
      readonly exists: boolean;
    };

function contains(root: string, file: string): boolean {
  const inside = path.relative(root, file);
  return inside === '' || (!path.isAbsolute(inside) && inside.split(/[\\/]/u, 1)[0] !== '..');
}

/** The folder of the suite and those above it, up to the project root. */
function foldersUpward({ directory, projectRoot }: FilePlace): readonly string[] {
  const folders = [directory];
  if (!contains(projectRoot, directory)) return folders;
  for (let folder = directory; path.relative(projectRoot, folder) !== ''; ) {
    folder = path.dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** What a path means beside the suite, and the other places inside the root that it may mean. */
function candidates(written: string, place: FilePlace, upward: boolean): readonly string[] {
  const [first = '', ...above] = foldersUpward(place).map((folder) => path.resolve(folder, written));
  if (!upward) return [first];
  if (/^[\\/]/u.test(written)) above.push(path.join(place.projectRoot, written));
  return [...new Set([first, ...above.filter((file) => contains(place.projectRoot, file))])];
}

async function followLinks(file: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch {
    return undefined;
  }
}

async function inspect(file: string, place: FilePlace): Promise<ContainedFile | undefined> {
  const real = await followLinks(file);
  if (real === undefined) {
    return contains(place.projectRoot, file) ? undefined : { kind: 'outside', leadsTo: file, link: false, exists: false };
  }
  const root = (await followLinks(place.projectRoot)) ?? place.projectRoot;
  if (!contains(root, real)) {
    return { kind: 'outside', leadsTo: real, link: contains(place.projectRoot, file), exists: true };
  }
  const reason = place.fileRule?.({ path: file, real, root: place.projectRoot });
  if (reason !== undefined) return { kind: 'refused', reason };
  const info = await stat(real);
  return info.isFile() ? { kind: 'found', path: file, size: info.size } : undefined;
}

/**
 * Finds a file that an option names: relative to the suite's folder, then (`upward`) to each folder
 * above it up to the project root. Nothing outside the root is ever found, also not through symbolic
 * links.
 */
export async function findContainedFile(written: string, place: FilePlace, upward = true): Promise<ContainedFile> {
  const tried = candidates(written, place, upward);
  let outside: ContainedFile | undefined;
  for (const file of tried) {
    const found = await inspect(file, place);
    if (found?.kind === 'found') return found;
    outside ??= found;
  }
  return outside ?? { kind: 'missing', tried };
}

/**
 * What to say about a file that is not to be had.
 * @param subject The file as messages call it, e.g. `the prompt file "a.md"`.
 * @param hint What to do about a file that is missing.
 */
export function fileError(
  subject: string,
  found: Exclude<ContainedFile, { kind: 'found' }>,
  { projectRoot, fileRule }: FilePlace,
  hint: string,
): UnscoredError {
  if (found.kind === 'refused') {
    return new UnscoredError(`${subject} ${found.reason}, and a file that is not trusted names no such file`, {
      reason: 'refused',
      hint: 'name another file; or look at this one, and vouch for the suite',
      namedOptions: [{ name: 'untrusted', value: false }],
    });
  }
  if (found.kind === 'missing') {
    return new UnscoredError(`${subject} was not found; tried ${found.tried.join(', ')}`, { reason: 'config', hint });
  }
  const through = found.link ? ' through a symbolic link' : '';
  return new UnscoredError(`${subject} leads to ${found.leadsTo}${through}, outside the project root ${projectRoot}`, {
    reason: fileRule ? 'refused' : 'config',
    hint: `move it into the project: files that evaluators name must stay inside ${projectRoot}`,
  });
}
