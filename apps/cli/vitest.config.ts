import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';
import { kindsOfTests } from './test/support/kinds-of-tests.ts';

/**
 * Most of these tests wait: for processes that they start, for limits of time, for signals to do their work. One file after the
 * other on each core leaves half of all cores idle; with many more, waits come to their ends before what they wait for.
 */
const WORKERS_PER_CORE = 1.5;
/** More than a file of quick tests has. */
const MOST_AT_ONCE = 1000;

/**
 * Tests that import what users import have what is built, by Node itself, as users do. Of the sources they would have most
 * transformed when they first run something, within the time of a test.
 */
const built = { find: /^(?:\.\.\/)+src\/index\.js$/u, replacement: fileURLToPath(new URL('dist/index.js', import.meta.url)) };

/**
 * The command is built before its tests, and with it the packages: those too are had as they are built, as under turbo. From sources each
 * worker would have all of them transformed and read, which takes as long as some hundred commands.
 */
const { resolve: _, ssr: _ssr, ...ofAll } = shared;

const config = mergeConfig(
  ofAll,
  defineConfig({
    resolve: { alias: [built] },
    test: {
      server: { deps: { external: [/\/apps\/cli\/dist\//u, /\/packages\/[^/]+\/dist\//u] } },
      maxWorkers: Math.ceil(WORKERS_PER_CORE * availableParallelism()),
    },
  }),
);

/** With `--mode quick` and `--mode processes` the tests of that kind; else all of them. */
export default defineConfig(({ mode }) => {
  if (mode !== 'quick' && mode !== 'processes') return config;
  // The quick ones compute, most of the time: with more than a core each they load what they need once more for nothing (125 s of computing, and not 144).
  const maxWorkers = mode === 'quick' ? availableParallelism() : config.test?.maxWorkers;
  // Those that run concurrently ask for what they look at together (test/support/asked-together.ts): the more do, the fewer runs it takes.
  const maxConcurrency = mode === 'quick' ? MOST_AT_ONCE : config.test?.maxConcurrency;
  return { ...config, test: { ...config.test, maxWorkers, maxConcurrency, include: [...kindsOfTests(fileURLToPath(new URL('.', import.meta.url)))[mode]] } };
});
