import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'tsdown';

const native = dirname(createRequire(import.meta.url).resolve('typescript-native/package.json'));
/** The path of the native compiler. */
const { default: nativeCompiler }: { default: () => string } = await import(pathToFileURL(join(native, 'lib/getExePath.js')).href);

/** Shared by every package: ESM for Node 20, one file per entry, type declarations beside it. */
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  tsconfig: 'tsconfig.build.json',
  // The other compiler takes three times as long for a whole build.
  dts: { tsgo: { path: nativeCompiler() } },
  fixedExtension: false,
});
