import { defineConfig } from 'tsdown';
import { selfContained } from '../../self-contained.ts';
import { thirdPartyNotices } from '../../third-party-notices.ts';
import base from '../../tsdown.base.ts';

/** Speeds up a format that is little used here, and would have a script run when it is installed. */
const OPTIONAL = 'msgpackr-extract';
const INSTALLED = '@assay/schema';

// With the clients of the queue inside: one of the packages that they would have installed runs a script then.
export default defineConfig({
  ...base,
  minify: { compress: true, mangle: { keepNames: { function: false, class: true } }, codegen: true },
  noExternal: new RegExp(`^(?!${INSTALLED}|${OPTIONAL})`, 'u'),
  external: [INSTALLED, OPTIONAL],
  plugins: [selfContained([INSTALLED, OPTIONAL]), thirdPartyNotices('@assay/cluster')],
});
