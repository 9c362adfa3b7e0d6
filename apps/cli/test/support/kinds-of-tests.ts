import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * `quick`: what changes of the code are tried with. `processes`: what starts processes of its own, or takes many seconds for another
 * reason. The whole check runs two more, which `npm test` leaves out: `whole`, what holds of a feature in its rarer circumstances and
 * takes many processes to show, and `hostile`, attacks on what the others show to work, which `test:hostile` runs.
 */
export type KindOfTest = 'quick' | 'processes' | 'whole' | 'hostile';

const WHOLE = /\.whole\.test\.ts$/u;
const HOSTILE = /\.hostile\.test\.ts$/u;

/** A file with one of these starts processes: by itself, or a service to work with. */
const STARTS = /from 'node:child_process'|\bstartRedis\b/u;
/** Its processes run many commands each. */
const SHARED = 'warm-assay.ts';
/** What takes as long without: many runs, programs that suites name, limits of time. */
const LONG = [
  'batch-results', 'batches', 'budgets-spent', 'code-judge', 'dependent-cases', 'failures-told-by-programs', 'gates', 'large-numbers', 'limits',
  'misspelt-placeholders', 'programs', 'rechecks', 'reply-files', 'rounds', 'shards', 'spec/blueprint/point-forms', 'tables', 'unreadable-results',
].map((name) => `test/${name}.test.ts`);
const IMPORT = /^(?:import|export) (?!type\b)[^;]*? from '(\.{1,2}\/[^']+)\.js';$/gmu;

/** Of a file of TypeScript, and of those that it imports from beside the tests. */
function startsProcesses(file: string, known: Map<string, boolean>): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  known.set(file, false);
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(IMPORT)].map(([, path]) => `${join(dirname(file), path ?? '')}.ts`);
  const starts = !file.endsWith(SHARED) && (STARTS.test(text) || imports.some((path) => path.includes('/test/') && existsSync(path) && startsProcesses(path, known)));
  known.set(file, starts);
  return starts;
}

/**
 * The kind of each test of this package, by what the file imports: so a new one has the right kind by itself, unless it takes long.
 * @param folder the package.
 * @returns paths that are relative to it.
 */
export function kindsOfTests(folder: string): Readonly<Record<KindOfTest, readonly string[]>> {
  const known = new Map<string, boolean>();
  const files = ['src', 'test'].flatMap((part) => readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((path) => `${part}/${path}`));
  const tests = files.filter((path) => path.endsWith('.test.ts')).toSorted();
  const gone = LONG.filter((path) => !tests.includes(path));
  if (gone.length > 0) throw new Error(`there is no ${gone.join(', ')}, which is said to take long`);
  const hostile = tests.filter((path) => HOSTILE.test(path));
  const whole = tests.filter((path) => WHOLE.test(path));
  const others = tests.filter((path) => !hostile.includes(path) && !whole.includes(path));
  const processes = others.filter((path) => LONG.includes(path) || startsProcesses(join(folder, path), known));
  return { hostile, whole, processes, quick: others.filter((path) => !processes.includes(path)) };
}
