import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import { selfContained } from '../../self-contained.ts';
import { thirdPartyNotices } from '../../third-party-notices.ts';
import base from '../../tsdown.base.ts';
import { withoutUnused } from './without-unused.ts';

/** Speeds up a format that is little used here, and would have a script run when it is installed. */
const OPTIONAL = 'msgpackr-extract';
/** Where the types come from. What is used of it at run time is a small part, and stands inside. */
const TYPES = '@assay/schema';

const { resolve } = createRequire(import.meta.url);

// With the clients of the queue inside: one of the packages that they would have installed runs a script then.
export default defineConfig([
  {
    ...base,
    dts: false,
    minify: { compress: true, mangle: { keepNames: { function: false, class: true } }, codegen: true },
    noExternal: new RegExp(`^(?!${OPTIONAL})`, 'u'),
    external: [OPTIONAL],
    // As ES modules, of which only those are taken that are used: all that is in a file is parsed, by every worker and every run.
    // Of the schema the sources, for the same reason: as it is built it is one file.
    alias: { bullmq: join(resolve('bullmq'), '../../esm/index.js'), [TYPES]: join(resolve(`${TYPES}/package.json`), '../src/index.ts') },
    treeshake: { moduleSideEffects: [{ test: /[\\/](?:bullmq|schema)[\\/]/u, sideEffects: false }] },
    plugins: [withoutUnused(), selfContained([OPTIONAL]), thirdPartyNotices('@assay/cluster')],
  },
  { ...base, dts: { ...base.dts, emitDtsOnly: true }, noExternal: new RegExp(`^(?!${TYPES}|${OPTIONAL})`, 'u'), external: [TYPES] },
]);
