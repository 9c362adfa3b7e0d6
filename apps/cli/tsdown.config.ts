import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';
import { selfContained } from '../../self-contained.ts';
import { thirdPartyNotices } from '../../third-party-notices.ts';
import base from '../../tsdown.base.ts';
import { asciiOnly } from './ascii-only.ts';
import { importedWith } from './imported-with.ts';
import { inlinedVersion } from './inlined-version.ts';
import { lazyBuiltins } from './lazy-builtins.ts';
import { lazyProcesses } from './lazy-processes.ts';
import { shippedPage } from './shipped-page.ts';
import { slimSdks } from './slim-sdks.ts';
import { staticRegistry } from './static-registry.ts';
import { withoutFacades } from './without-facades.ts';

/** A package as its user, the package of loaders, resolves it. */
const resolved = (name: string): string => createRequire(new URL('../../packages/loaders/package.json', import.meta.url)).resolve(name);

/** The runtime of local models: it is large, has binaries, and is installed by those who use it. */
const RUNTIME = '@huggingface/transformers';
/** Runs on several machines, with the client of their queue: found at run time where it is installed. */
const CLUSTER = '@assay/cluster';
const BUNDLED = new RegExp(`^(?!${RUNTIME}|${CLUSTER})`, 'u');

/** What the command line is parsed with. Its help needs nothing else. */
const START =
  /node_modules[\\/].*commander[\\/]|apps[\\/]cli[\\/]src[\\/](?:main|command-line[\\/](?:items[\\/])?[\w-]+|exit-codes|streams[\\/][\w-]+|options[\\/](?:items[\\/][\w-]+|command-line|define-option|option-values|option-words|run-options|duration|shard-text|text-values))\.ts$/u;

const provider = (path: string): string => fileURLToPath(new URL(`../../packages/providers/src/${path}.ts`, import.meta.url));
/** What is said of providers: their names and options. What asks them is loaded when a target is made ready. */
const isSaidOfProviders = importedWith(...['registry', 'custom-model/custom-model-target'].map(provider));

/** What is said of rows, and of what happens in a run: files are checked without. */
const OF_RUNS =
  /packages[\\/]schema[\\/]src[\\/](?:answers|rechecks|row[\\/](?:row-codec|run-summary-schema|surely-valid|wire[\\/](?:check-wire|wire-writer))|scoring[\\/](?:nothing-to-score|rule-on|waits-for-others)|keys[\\/]suite-key|usage[\\/](?:figures|usage)|errors[\\/](?:budget-spent|dependency|queue|store|unstorable-row|workspace)-error|json[\\/]weight-of|redaction[\\/]without-secrets|tools[\\/]tool-call-lines)/u;

/** How rows and what is said of cases stand in files: what is kept of runs is written and read with it, files of cases are checked without. */
const ROWS = /packages[\\/]schema[\\/]src[\\/]row[\\/](?:case-codec|rounds-schema|row-schema)/u;

/** What runs programs: those of targets, scripts and hooks. */
const PROGRAMS = /packages[\\/]schema[\\/]src[\\/]programs[\\/](?!shell-argv)/u;

/** Types and their checks, but for those of what some commands keep beside of runs, and of reporters that programs bring along; and what loads modules of Node late. */
const TYPES = /packages[\\/]schema[\\/](?!src[\\/](?:(?:labels|calibration|jobs|reporters)[\\/]|dependencies[\\/]dependency-problems|baseline[\\/]baseline-(?:codec|schema)))|node_modules[\\/].*(?:valibot|picocolors)[\\/]|^\0lazy:/u;

/** What reads and checks files: with the providers and the schema it is all that `assay validate` reads of files in the usual dialect. */
const READING =
  /packages[\\/]loaders[\\/]|engine[\\/]src[\\/]plan[\\/]variants-of|node_modules[\\/].*yaml[\\/]|apps[\\/]cli[\\/]src[\\/](?:trust|folders|runner[\\/]untrusted|runner[\\/]reading|runner[\\/]reporting[\\/]refuse-reports|runner[\\/]targets|runner[\\/]judges|runner[\\/]plan[\\/]lone-comparisons|terminal[\\/]output-style|secrets[\\/](?:guard-output|output-redactor|piece-guard))/u;

/** What only some of that needs: scripts, the other dialects, writing files, and what asks targets and judges. Each stands where it is imported. */
const LATER =
  /loaders[\\/]src[\\/](?:env[\\/]unclosed-quote|dialect[\\/](?:checked-suite|case-shape)|discovery[\\/]named-case-files|[\w-]+[\\/](?:write|load-)|targets[\\/]read-providers|blueprint[\\/]read|test-case[\\/]read|eval-case[\\/](?:agentv[\\/](?:report-|workspace(?:-rules|-file)?\.)|jsonl|sidecar|case-at-line|case-files|find-id-line|lone-lines|templating[\\/](?!templating))|variables[\\/](?!marks)|table[\\/](?!table-loader|detect-table)|jsonl|writing|editing|baseline|checks[\\/]check-settings)|targets[\\/](?:make-provider|make-embeddings|target-limiters|resolve-target|check-readable|check-batch|check-served-by|check-settings-files|identity)|reading[\\/](?:check-extensions|given-prompts|installed-reporters|no-files-named|load-suites|prices-of-nobody|suite-folder)|untrusted[\\/]check-(?:suites|trust)|judges[\\/](?:calibrated-weights|current-judges|judge-choice|panel-notes|prepare-panels|same-judges)/u;

/** What reads and writes baselines. */
const BASELINES = /schema[\\/]src[\\/]baseline[\\/]baseline-(?:codec|schema)|loaders[\\/]src[\\/]baseline[\\/]/u;

/** What reads cases line by line. */
const LINES = /loaders[\\/]src[\\/](?:jsonl|eval-case[\\/](?:jsonl-cases|sidecar|case-at-line|case-files|find-id-line|lone-lines|load-lines))/u;

/** What only runs take that ask single cases again. */
const RECHECKING = /packages[\\/](?:reports[\\/]src[\\/]rechecks[\\/](?:recheck-tally|sum-up)|engine[\\/]src[\\/]store[\\/]open-rechecks)/u;

/** What writes reports that most runs do without. Each stands where it is imported. */
const OF_REPORTS = /packages[\\/]reports[\\/]src[\\/]reporters[\\/](?:markdown[\\/]|junit[\\/](?!junit-options)|csv[\\/](?:csv-reporter|comparison-sides)|html[\\/])/u;

/** What is said of several runs, or of one again: a run does without. */
const COMPARING = /packages[\\/]reports[\\/]src[\\/](?:(?:baseline|calibration|comparison|explain|repeats)[\\/]|ranking[\\/](?:ranking|render-ranking)\.)|packages[\\/]statistics[\\/]src[\\/](?:agreement|calibration|comparisons|planning|ranking)[\\/]/u;

/** Cases that depend on others, which few have. */
const ORDERING = /engine[\\/]src[\\/]order[\\/]dependencies/u;

/** What holds stored rows against the plan, which only runs take that are gone on with. */
const RESUMING = /engine[\\/]src[\\/]resume[\\/](?!row-standing)/u;

/** What asks in batches, which few runs do. */
const BATCHES = /engine[\\/]src[\\/]batch[\\/](?!open-)/u;

/** What makes one run of several, and rubrics, finds rows for the page, and tells of a cache: no run takes it. It stands where it is imported. */
const OF_OTHER_COMMANDS = /packages[\\/](?:engine[\\/]src[\\/](?:merge[\\/]|cache[\\/]cache-contents|store[\\/]following[\\/](?:numbered-rows|row-places))|judges[\\/]src[\\/]generation[\\/])/u;

/** What counts the entries of a cache, which only runs take that write some. */
const COUNTING = /engine[\\/]src[\\/]cache[\\/](?:shrink-cache|noted-bound)/u;

/** What keeps replies, which only runs take whose cache is on. */
const KEEPING = /engine[\\/]src[\\/]cache[\\/](?!kept-share|reply-shelf|cache-contents|shrink-cache|noted-bound)/u;

/** Folders that trials work in, which few have. */
const WORKSPACES = /engine[\\/]src[\\/]workspace[\\/](?!open-)/u;

const SOURCES = fileURLToPath(new URL('src/', import.meta.url));
/** What asks most APIs. That of the others stands beside it. */
const asksWithTheUsualApi = importedWith(provider('openai-api/openai-target'));
/** What is imported with a module, of the command's own: packages hand on more than anybody takes. */
function ownImportedWith(...paths: readonly string[]): typeof isSaidOfProviders {
  const isImported = importedWith(...paths.map((path) => join(SOURCES, `${path}.ts`)));
  return (id, modules) => id.startsWith(SOURCES) && isImported(id, modules);
}
/** What commands share that only look for runs; those that tell of results take reports besides. */
const looks = ownImportedWith('commands/list');
const tells = ownImportedWith('commands/show', 'commands/compare', 'commands/baseline');
/** What every run takes, of a command or of a program. */
const runs = ownImportedWith('runner/run-evals');
/** What `assay run` takes besides: what shows it. */
const showsRuns = ownImportedWith('commands/run');

/** Evaluators, with what checks their options. What scores with the larger ones is loaded with the first of each. */
const isSaidOfEvaluators = importedWith(...['registry/definitions', 'text-templates/create-template-renderer'].map((path) => fileURLToPath(new URL(`../../packages/evaluators/src/${path}.ts`, import.meta.url))));
const SCORING = /packages[\\/]evaluators[\\/]src[\\/](?:evaluators|panels|files|json|templates|texts|processes)[\\/]/u;

const isRead: typeof isSaidOfProviders = (id, modules) => (READING.test(id) && !LATER.test(id)) || (/packages[\\/]evaluators[\\/]/u.test(id) && isSaidOfEvaluators(id, modules)) || (/packages[\\/]providers[\\/]/u.test(id) && isSaidOfProviders(id, modules));

export default defineConfig([
  {
    // The command and `evaluate()` with everything that they need in few files: nothing has to be installed beside them, and
    // Node starts the command in little more than the time that Node itself takes. Commands and SDKs are chunks, read when
    // they are used.
    ...base,
    entry: { index: 'src/index.ts', 'bin/assay': 'src/bin.ts' },
    dts: false,
    // Classes keep their names: Node shows that of an error.
    minify: { compress: true, mangle: { keepNames: { function: false, class: true } }, codegen: true },
    plugins: [staticRegistry(), slimSdks(), lazyProcesses(), lazyBuiltins(), inlinedVersion(), selfContained([RUNTIME]), thirdPartyNotices('The assay command'), shippedPage(), withoutFacades(), asciiOnly()],
    outputOptions: {
      // Without hashes: a build that comes out of a cache leaves no parts of another one behind.
      chunkFileNames: 'parts/[name].js',
      codeSplitting: {
        // Few files: opening and linking one takes longer than reading a small one. And no code that a command does not use:
        // all that is in a file is parsed. So what many of them need comes first, or it would stand in the first group that
        // asks for it, and every command would read that.
        groups: [
          { name: (id) => (TYPES.test(id) && !OF_RUNS.test(id) && !ROWS.test(id) && !PROGRAMS.test(id) ? 'schema' : null), priority: 4 },
          { name: 'rows', test: ROWS, priority: 3 },
          { name: 'start', test: START, priority: 3 },
          { name: (id, modules) => (isRead(id, modules) ? 'reading' : null), priority: 2 },
          { name: 'lines', test: LINES, priority: 1 },
          { name: 'baselines', test: BASELINES, priority: 1 },
          { name: 'programs', test: PROGRAMS },
          { name: (id) => (/packages[\\/](?:reports|statistics)[\\/]src[\\/](?!index\.ts)/u.test(id) && !COMPARING.test(id) && !RECHECKING.test(id) && !OF_REPORTS.test(id) ? 'reporting' : null) },
          { name: 'comparing', test: COMPARING },
          { name: 'scoring', test: SCORING },
          { name: (id) => ((OF_RUNS.test(id) || /packages[\\/](?:engine|judges)[\\/]/u.test(id)) && !OF_OTHER_COMMANDS.test(id) && !RECHECKING.test(id) && !COUNTING.test(id) && !KEEPING.test(id) && !ORDERING.test(id) && !RESUMING.test(id) && !BATCHES.test(id) && !WORKSPACES.test(id) ? 'running' : null), priority: 1 },
          { name: 'keeping', test: KEEPING, priority: 1 },
          { name: 'rechecks', test: RECHECKING },
          { name: 'resuming', test: RESUMING },
          { name: 'batches', test: BATCHES },
          { name: 'counting', test: COUNTING },
          { name: 'workspaces', test: WORKSPACES },
          { name: (id, modules) => (showsRuns(id, modules) && looks(id, modules) ? 'looking' : null) },
          { name: (id, modules) => (showsRuns(id, modules) && tells(id, modules) ? 'telling' : null) },
          { name: (id, modules) => (runs(id, modules) ? 'evaluating' : null) },
          { name: (id, modules) => (showsRuns(id, modules) ? 'showing' : null) },
          { name: (id, modules) => (asksWithTheUsualApi(id, modules) ? 'asking' : null) },
        ],
      },
    },
    inputOptions: {
      // From the sources: a package is one file when it is built, and would be read whole by who uses a part of it.
      resolve: { conditionNames: ['@assay/source', 'import', 'node', 'default'], extensionAlias: { '.js': ['.ts', '.js'] } },
    },
    noExternal: BUNDLED,
    external: [RUNTIME],
    // The same libraries as ES modules: for Node they are published as CommonJS, which starts slower in a bundle, and as UMD, which
    // cannot be bundled at all.
    alias: { yaml: join(resolved('yaml/package.json'), '../browser/index.js'), 'jsonc-parser': join(resolved('jsonc-parser/package.json'), '../lib/esm/main.js') },
  },
  // Their types, with those of the packages that they name.
  { ...base, dts: { ...base.dts, emitDtsOnly: true }, noExternal: BUNDLED, plugins: [selfContained([])] },
]);
