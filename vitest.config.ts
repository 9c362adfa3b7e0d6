import { availableParallelism } from 'node:os';
import { defaultExclude, defineConfig } from 'vitest/config';
import { memoryFolder } from './scripts/tasks/memory-folder.mjs';
import { SHORT_LIVED_NODE } from './scripts/tasks/short-lived.mjs';

/** The package.json script that turbo runs; its results are added up by scripts/tasks/report-tests.mjs. */
const turboScript = process.env['TURBO_HASH'] === undefined ? undefined : process.env['npm_lifecycle_event'];

/**
 * Other packages of the workspace are read from source, so no build is needed first. Turbo has built them before it runs tests:
 * there Node itself loads what is built, as it does where they are installed. Every suite would transform the same sources anew.
 */
const packages =
  turboScript === undefined
    ? { resolve: { conditions: ['@assay/source'] }, ssr: { resolve: { conditions: ['@assay/source'] } } }
    : { test: { server: { deps: { external: [/\/packages\/[^/]+\/dist\//u] } } } };

/** What the whole check runs (scripts/test-in-full.mjs, and `test:hostile`), and the other scripts `test` and `test:…` of packages leave out. */
const WHOLE = ['**/*.{whole,hostile}.test.ts'];

/**
 * What is read from the cache of transformed files is not watched where it lies outside of the package: with it, a change of another package
 * would start no test.
 */
const isWatching = process.argv.some((argument) => /^(?:-w|--watch(?:=true)?)$/u.test(argument));

/** Shared by every package. */
export default defineConfig({
  ...packages,
  test: {
    ...packages.test,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...defaultExclude, ...(/^test(?::(?!hostile$)|$)/u.test(process.env['npm_lifecycle_event'] ?? '') ? WHOLE : [])],
    environment: 'node',
    env: memoryFolder(),
    typecheck: { enabled: false },
    // The files of a package share what they import: reading it anew for each took more time than most tests. So a test puts
    // back whatever it changes outside of itself (environment, working folder, spies), and leaves nothing behind that is busy.
    isolate: false,
    // Alone a package has all cores, and most of what it imports was transformed for the run before: that is kept beside what is
    // installed (`npx vitest --clearCache` takes it away). Under turbo others have the cores too, packages are built, and Node has its arguments.
    ...(turboScript === undefined && { maxWorkers: availableParallelism(), execArgv: SHORT_LIVED_NODE, experimental: { fsModuleCache: !isWatching } }),
    testTimeout: 30_000,
    // What a browser or a process does within a second may take longer where others are at work.
    expect: { poll: { timeout: 15_000 } },
    allowOnly: false,
    reporters: ['default'],
    ...(turboScript !== undefined && {
      reporters: ['default', 'json'],
      outputFile: { json: `.test-results/${turboScript.replaceAll(':', '-')}.json` },
    }),
  },
});
