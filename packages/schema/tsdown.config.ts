import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.ts';

/** Two entries: the contracts, and the conformance suites that only tests import. */
export default defineConfig({
  ...base,
  entry: { index: 'src/index.ts', 'testing/index': 'src/testing/index.ts' },
});
