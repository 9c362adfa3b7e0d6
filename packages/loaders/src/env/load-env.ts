import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText, ConfigError } from '@assay/schema';
import { isNotFound } from '../files/file-problem.js';
import { isNamed } from '../files/is-named.js';
import { decodeText } from '../files/text-encoding.js';
import { findProjectRoot, foldersUpward } from '../references/project-root.js';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with the places that they are from. */
export interface ProjectEnvironment {
  readonly env: Environment;
  /** `process`, or the absolute path of the `.env` file that sets a variable; undefined where nothing does. */
  readonly sourceOf: (name: string) => string | undefined;
}

/** @throws ConfigError for what is no text in UTF-8: of UTF-16, which Windows likes to write, no variable would be found. */
function textOf(bytes: Buffer, file: string): string {
  const text = decodeText(bytes);
  if (typeof text === 'string') return text;
  throw new ConfigError(`${file}:${text.line}:${text.column}: ${text.message}`, { hint: text.hint });
}

/**
 * The environment of a project: that of the process, completed by the `.env` files from a folder
 * up to the project root, unless `files` is false. The process wins over files, and a nearer file over those above it.
 * @throws ConfigError when a `.env` file cannot be read, is not in UTF-8, or leaves a quote open.
 */
export async function loadEnv(startDirectory: string, processEnv: Environment = process.env, { files = true } = {}): Promise<ProjectEnvironment> {
  const env: Record<string, string | undefined> = {};
  const sources = new Map<string, string>();
  const set = (name: string, value: string, source: string): void => {
    env[name] = value;
    sources.set(name, source);
  };
  const folders = files ? foldersUpward(startDirectory, findProjectRoot(startDirectory) ?? startDirectory).toReversed() : [];
  for (const folder of folders) {
    const file = join(folder, '.env');
    if (!isNamed(file)) continue;
    try {
      if (!(await stat(file)).isFile()) throw new TypeError('it is no file');
      const text = textOf(await readFile(file), file);
      // Most projects have none.
      const { parse } = await import('dotenv');
      const { checkQuotes } = await import('./unclosed-quote.js');
      const variables = parse(text);
      checkQuotes(text, variables, file);
      for (const [name, value] of Object.entries(variables)) set(name, value, file);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      const leadsNowhere = isNotFound(error);
      throw new ConfigError(leadsNowhere ? `${file} is a symbolic link that leads nowhere` : `${file} cannot be read: ${errorText(error)}`, {
        hint: leadsNowhere ? 'point the link at a file, or remove it' : 'make it a file that you may read',
        cause: error,
      });
    }
  }
  for (const [name, value] of Object.entries(processEnv)) if (value !== undefined) set(name, value, 'process');
  return { env, sourceOf: (name) => sources.get(name) };
}
