import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { AllowedHost, ProjectConfig } from '@assay/loaders';
import { InvalidFileError, UsageError, type Definitions, type Diagnostic, type ReportDiagnostic, type WrittenTarget } from '@assay/schema';
import { real, realPlace } from '../files/real-place.js';
import { ownCache } from '../folders/cache-folder.js';
import { createFileRule } from './file-rule.js';
import { createJudgePlaces } from './judge-places.js';
import { ownRunsFolder } from '../folders/own-folders.js';
import { rootAsNamed, untrustedRoot, type RootParts } from './project-roots.js';
import { targetRefusals, type TargetRules } from './target-refusals.js';
import { createVouchedFiles, targetFolder, type Trust } from './trust.js';
import { wordsOf, type OptionWords } from '../options/option-words.js';

/** What is needed of `@assay/loaders`. */
export interface TrustParts extends RootParts {
  readonly isAllowedUrl: (url: string, hosts: readonly AllowedHost[]) => boolean;
  readonly readAllowedHost: (written: string) => AllowedHost | undefined;
}

/** What whoever starts a run names besides files. */
export interface VouchedNames {
  /** Targets, judges and embeddings, as they are written. */
  readonly names: readonly string[];
  /** `--allow-host` */
  readonly allowHosts: readonly string[];
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

export interface UntrustedOptions {
  readonly parts: TrustParts;
  readonly project: ProjectConfig;
  /** Absolute folders that the project's files are in. */
  readonly roots: readonly string[];
  readonly definitions: Pick<Definitions, 'providers'>;
  readonly named: VouchedNames;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives what is refused, each once. */
  readonly onRefused: ReportDiagnostic;
}

function allowedHosts({ parts, named, project }: UntrustedOptions): readonly AllowedHost[] {
  const { say } = wordsOf(named);
  const written = named.allowHosts.map((text) => {
    const host = parts.readAllowedHost(text);
    if (host) return host;
    throw new UsageError(`${say('allowHosts', text)}: this is no host`, { hint: `write HOST or HOST:PORT, e.g. ${say('allowHosts', 'models.example.com:8443')}` });
  });
  return [...written, ...project.allowHosts];
}

/** The names that the user's own settings hold. */
function ownNames({ judges, defaults, embeddings, embeddingsLocation, collections, collectionLocations }: ProjectConfig, isOwn: Trust['isVouchedFor']): readonly string[] {
  return [
    ...[...(judges?.panel ?? []), judges?.backup, judges?.cascade?.first].flatMap((judge) => (judge && isOwn(judge.location) ? [judge.model] : [])),
    ...(defaults.target !== undefined && isOwn(defaults.targetLocation) ? [defaults.target] : []),
    ...(embeddings !== undefined && isOwn(embeddingsLocation) ? [embeddings] : []),
    ...Object.entries(collections).flatMap(([name, models]) => (isOwn(collectionLocations[name]) ? models : [])),
  ];
}

/** A link would let the project say where results go. @param hint what to do about it. */
function refuseLink(path: string, hint: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new UsageError(`${path} is a symbolic link in a project that is not trusted: results are not written through it`, { hint });
  }
}

/** Files that are there already would be what results are mixed with. */
function checkFolder(folder: string, roots: readonly string[], contains: TrustParts['contains'], { say }: OptionWords): void {
  for (const root of roots.filter((one) => contains(one, folder))) {
    let path = root;
    for (const part of relative(root, folder).split(sep)) {
      path = join(path, part);
      refuseLink(path, `name a folder outside of the project with ${say('out')}`);
    }
    const info = lstatSync(folder, { throwIfNoEntry: false });
    if (info && (!info.isDirectory() || readdirSync(folder).length > 0)) {
      throw new UsageError(`${folder} is in a project that is not trusted, and not empty: results are not written into it`, { hint: `name a folder that is not there yet with ${say('out')}` });
    }
  }
}

function once(report: ReportDiagnostic): ReportDiagnostic {
  const told = new Set<string>();
  return (finding) => {
    const key = JSON.stringify([finding.location, finding.message]);
    if (!told.has(key)) report(finding);
    told.add(key);
  };
}

/** The trust of a project that nobody vouches for. @throws UsageError for a host that is none. */
export function untrusted(options: UntrustedOptions): Trust {
  const { parts, project, roots, definitions, named, cwd, env } = options;
  const { contains } = parts;
  const onRefused = once(options.onRefused);
  const isInside = (path: string): boolean => roots.some((root) => contains(root, path) || contains(real(root), real(path)));
  const vouched = createVouchedFiles(project.ownFiles, cwd, isInside);
  const hosts = allowedHosts(options);
  const names = new Set([...named.names, ...ownNames(project, vouched.has)]);
  const fileRule = createFileRule(env, real);
  const judges = createJudgePlaces();

  function fileRefusal(file: string, target: WrittenTarget): string | undefined {
    const path = resolve(targetFolder(target, cwd), file);
    const root = roots.find((one) => contains(one, path));
    if (root === undefined || !contains(real(root), real(path))) return 'lies outside of the project';
    // A pipe waits for ever for somebody to write.
    const info = statSync(path, { throwIfNoEntry: false });
    if (info && !info.isFile()) return 'is no regular file';
    return fileRule({ path, real: real(path), root });
  }

  const words = wordsOf(named);
  const rules: TargetRules = {
    words,
    providers: definitions.providers,
    isVouchedFor: ({ vouched: byName, location }) => byName === true || vouched.has(location),
    isNamed: (name) => names.has(name),
    isAllowedUrl: (url) => parts.isAllowedUrl(url, hosts),
    fileRefusal,
    replacedAt(provider, model) {
      const location = project.modelAliasLocations[`${provider}:${model}`];
      return vouched.has(location) ? undefined : location;
    },
  };

  return {
    untrusted: true,
    judgePlaces: judges.take,
    load: { fileRule, onRefused, onJudge: judges.add, within: ({ root, directory }) => untrustedRoot(rootAsNamed(root, parts), directory, contains) },
    isVouchedFor: vouched.has,
    vouchFor: vouched.add,
    checkTarget(asked) {
      const found: readonly Diagnostic[] = targetRefusals(asked, rules);
      if (found.length === 0) return;
      found.forEach(onRefused);
      throw new InvalidFileError(found);
    },
    environmentOf: ({ location }) => (location === undefined || vouched.has(location) ? env : {}),
    evaluatorEnvironment: {},
    allowsEvaluator: ({ programs }) => programs === 'never' || programs?.({}).length === 0,
    runsFolder: ownRunsFolder(env),
    cacheFolder: ownCache(env),
    checkResultsFolder(folder) {
      const within = [...roots, ...roots.map(real)];
      checkFolder(folder, within, contains, words);
      // By another way, e.g. a link of the user's own, it may be the project's all the same.
      checkFolder(realPlace(folder), within, contains, words);
    },
    checkReportFile(file) {
      const within = roots.map(real);
      // Also where a link of the user's own leads into the project first.
      for (let path = file; path !== dirname(path); path = dirname(path)) {
        if (within.some((root) => contains(root, realPlace(dirname(path))))) refuseLink(path, 'name a file outside of the project');
      }
    },
  };
}
