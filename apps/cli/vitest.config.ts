import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/**
 * Most of these tests wait: for processes that they start, for limits of time, for signals to do their work. One file after the
 * other on each core leaves half of all cores idle; with many more, waits come to their ends before what they wait for.
 */
const WORKERS_PER_CORE = 1.5;

export default mergeConfig(shared, defineConfig({ test: { maxWorkers: Math.ceil(WORKERS_PER_CORE * availableParallelism()) } }));
