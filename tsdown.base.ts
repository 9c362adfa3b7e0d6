import { defineConfig } from 'tsdown';

/** Shared by every package: ESM for Node 20, one file per entry, type declarations beside it. */
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: true,
  fixedExtension: false,
});
