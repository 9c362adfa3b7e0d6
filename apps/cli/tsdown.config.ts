import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.ts';

export default defineConfig([
  { ...base, entry: ['src/index.ts'] },
  {
    // The command with everything that it needs in few files: Node starts it in little more than
    // the time that Node itself takes. Commands and SDKs are chunks, read when they are used.
    ...base,
    entry: { assay: 'src/bin.ts' },
    outDir: 'dist/bin',
    dts: false,
    minify: true,
    noExternal: [/.*/u],
  },
]);
