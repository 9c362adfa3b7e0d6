import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import { selfContained } from '../../self-contained.ts';
import { thirdPartyNotices } from '../../third-party-notices.ts';
import base from '../../tsdown.base.ts';
import { withoutSchedules } from './without-schedules.ts';

/** Speeds up a format that is little used here, and would have a script run when it is installed. */
const OPTIONAL = 'msgpackr-extract';
const INSTALLED = '@assay/schema';

const { resolve } = createRequire(import.meta.url);

// With the clients of the queue inside: one of the packages that they would have installed runs a script then.
export default defineConfig({
  ...base,
  minify: { compress: true, mangle: { keepNames: { function: false, class: true } }, codegen: true },
  noExternal: new RegExp(`^(?!${INSTALLED}|${OPTIONAL})`, 'u'),
  external: [INSTALLED, OPTIONAL],
  // As ES modules, of which only those are taken that are used: all that is in a file is parsed, by every worker and every run.
  alias: { bullmq: join(resolve('bullmq'), '../../esm/index.js') },
  treeshake: { moduleSideEffects: [{ test: /[\\/]bullmq[\\/]/u, sideEffects: false }] },
  plugins: [withoutSchedules(), selfContained([INSTALLED, OPTIONAL]), thirdPartyNotices('@assay/cluster')],
});
