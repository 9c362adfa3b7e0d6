import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** The parts of a bundler's plugin that are used here. */
interface Chunk {
  readonly type: string;
  readonly moduleIds?: readonly string[];
}
interface PluginContext {
  emitFile(file: { readonly type: 'asset'; readonly fileName: string; readonly source: string }): unknown;
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/iu;

/** The folder of the package that a module belongs to; undefined for the workspace's own. */
function packageFolder(moduleId: string): string | undefined {
  if (!moduleId.includes(`${sep}node_modules${sep}`)) return undefined;
  for (let folder = dirname(moduleId); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    // Folders inside of a package may have one too, that only says which kind of modules they hold.
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version !== undefined) return folder;
  }
  return undefined;
}

/** The terms of the MIT licence, from its first sentence on; Assay has the same. */
const MIT_TERMS = /^Permission is hereby granted[\s\S]*/mu.exec(readFileSync(new URL('LICENSE', import.meta.url), 'utf8'))?.[0].trim();

/** Some packages name their licence and leave its text out. */
function standardText({ name, license, author }: { readonly name: string; readonly license: string; readonly author?: string | { readonly name: string } }): string {
  const holder = typeof author === 'string' ? author : author?.name;
  if (license !== 'MIT' || MIT_TERMS === undefined) throw new Error(`${name} has no file with its licence (${license}): its text belongs into the notices`);
  return `Copyright (c) ${holder ?? `the authors of ${name}`}\n\n${MIT_TERMS}`;
}

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${manifest.name} ${manifest.version} (${manifest.license})`, ...(texts.length > 0 ? texts : [standardText(manifest)])].join('\n\n');
}

/**
 * Writes the licences of the packages that a bundle holds beside it, as their terms ask of everybody who passes copies on.
 * @param holder Begins a sentence.
 */
export function thirdPartyNotices(holder: string) {
  return {
    name: 'third-party-notices',
    generateBundle(this: PluginContext, _: unknown, bundle: Readonly<Record<string, Chunk>>) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      const folders = new Set(modules.flatMap((id) => packageFolder(id.replace(/^\0+/u, '').replace(/\?.*$/u, '')) ?? []));
      const notices = [...folders].map(noticeOf).toSorted();
      const source = `${[`${holder} holds code of these packages.`, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source });
    },
  };
}
