import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../vitest.config.ts';

const { test, ...rest } = shared;

/** The tests of the workspace's own scripts. */
export default mergeConfig(
  { ...rest, test: { ...test, include: [] } },
  defineConfig({ test: { include: ['scripts/**/*.test.mjs'], globalSetup: ['scripts/packages/scratch-folder.mjs'] } }),
);
