/** Builds everything and runs every check and every test, each as a cached task; ends with the totals of all tests. */
import { expectedSuites, forgetResults, reportTests } from './tasks/report-tests.mjs';
import { runTasks } from './run-tasks.mjs';
import { readManifest, workspaceRoot } from './support/workspace.mjs';

// Turbo restores the result files of tasks that it does not have to run again.
forgetResults();

const checks = Object.keys(readManifest(`${workspaceRoot}/package.json`).scripts ?? {})
  .filter((script) => script.startsWith('check:'))
  .map((script) => `//#${script}`);

// Named as turbo names them: what several packages have is one name.
const suites = expectedSuites().map(({ package: of, script }) => (of === '//' ? `//#${script}` : script));

process.stdout.write('Building, checking and testing …\n');
const { exitCode, failed } = await runTasks(['build', ...new Set(suites), ...checks, ...process.argv.slice(2)]);
const { text, totals, complete } = reportTests();
process.stdout.write(`\n${text}\n\n`);
if (exitCode !== 0) {
  // Where all tests pass and a check does not, nothing else at the end says which.
  const which = failed.length === 0 ? '' : `: ${failed.join(', ')}`;
  process.stdout.write(`Not everything is well${which}. See what is marked FAILED above, each task with its log.\n\n`);
}
process.stdout.write(`${totals}\n`);
process.exitCode = exitCode === 0 && !complete ? 1 : exitCode;
