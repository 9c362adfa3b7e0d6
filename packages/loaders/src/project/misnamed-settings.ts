import { existsSync, readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@assay/schema';
import { isConfigAlone } from '../dialect/other-files.js';
import { parseYaml } from '../yaml/parse-yaml.js';

/** Settings as other tools have them, by the name or format of their file. Files of targets are not among them: a run may be told of one. */
const OTHER_FORMAT = /^(?:config\.(?:jsonc?|toml|[cm]?[jt]s)|settings\.(?:ya?ml|jsonc?|toml))$/iu;

/** In the root of a project, which may hold any number of files and is not listed: of other names a file may be anything, a suite too. */
const IN_ROOT = ['yaml', 'yml', 'json', 'jsonc', 'toml', 'js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((end) => `assay.config.${end}`);

/** Also in the root, and settings by what they say: a suite may be called this, and so may a file of targets that a run is told of. */
const MAYBE_IN_ROOT = ['assay.yaml', 'assay.yml', '.assay.yaml', '.assay.yml'];

/** No settings are that long, in bytes; what is longer is not looked into. */
const LONGEST_SETTINGS = 1024 * 1024;

const INTO_CONFIG = 'write what it says into .assay/config.yaml';

const READ = /^(?:config|targets|providers)\.ya?ml$/u;

function filesIn(folder: string): readonly string[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // Where nobody may look, or nothing is, there is nothing to tell.
    return [];
  }
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
}

/** What to do with a file of `.assay`; undefined for one that is read, or is no file of settings. */
function hintFor(folder: string, name: string): string | undefined {
  if (OTHER_FORMAT.test(name)) return INTO_CONFIG;
  const lower = name.toLowerCase();
  // Where capitals make no difference to the disk, it is read by this name.
  if (READ.test(name) || !READ.test(lower) || existsSync(join(folder, lower))) return undefined;
  return `write its name in small letters: .assay/${lower}`;
}

/** Whether a file says what settings say, and has no cases. What cannot be read is left to who names it. */
function saysSettings(file: string): boolean {
  // The settings of a dataset beside it.
  if (file.endsWith('.yaml') && existsSync(`${file.slice(0, -'.yaml'.length)}.jsonl`)) return false;
  try {
    const info = statSync(file, { throwIfNoEntry: false });
    if (!info?.isFile() || info.size > LONGEST_SETTINGS) return false;
    const [only, ...more] = parseYaml(readFileSync(file, 'utf8'), file).documents;
    // Settings are one document; what goes on after it is a suite, and the first one its header.
    return more.length === 0 && isJsonObject(only?.value) && isConfigAlone(only.value);
  } catch {
    return false;
  }
}

/**
 * Files of a project whose names say that they hold settings of Assay, which are read from others.
 * @param root Folder of the project, absolute.
 * @returns Their paths from there, each with what to do instead.
 */
export function misnamedSettings(root: string): readonly (readonly [name: string, hint: string])[] {
  const folder = join(root, '.assay');
  const inFolder = filesIn(folder).flatMap((name) => {
    const hint = hintFor(folder, name);
    return hint === undefined ? [] : [[`.assay/${name}`, hint] as const];
  });
  const inRoot = [...IN_ROOT.filter((name) => existsSync(join(root, name))), ...MAYBE_IN_ROOT.filter((name) => saysSettings(join(root, name)))];
  return [...inFolder, ...inRoot.map((name) => [name, INTO_CONFIG] as const)];
}
