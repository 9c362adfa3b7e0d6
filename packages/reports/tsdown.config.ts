import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.ts';

/** Two entries: everything, and the statistics, which also run in a browser. */
export default defineConfig({
  ...base,
  entry: { index: 'src/index.ts', 'statistics/index': 'src/statistics.ts' },
});
