import { expect, test } from 'vitest';
import { withoutFacades } from '../without-facades.js';

/** The files that are left of a bundle, with their code. */
function bundled(files: Readonly<Record<string, string>>): Readonly<Record<string, string | undefined>> {
  const bundle = Object.fromEntries(Object.entries(files).map(([fileName, code]) => [fileName, { type: 'chunk', fileName, code }]));
  withoutFacades().generateBundle({}, bundle);
  return Object.fromEntries(Object.values(bundle).map(({ fileName, code }) => [fileName, code]));
}

const FACADE = 'import{r as e}from"./showing.js";export{e as runCommand};';

test('a file that only hands on what another one has is imported from behind, by the names that it gave', () => {
  const code = 'const {runCommand}=await import("./parts/run.js");';
  const files = { 'bin/assay.js': 'import("../parts/run.js");', 'index.js': code, 'parts/run.js': FACADE, 'parts/showing.js': 'export const r=1;' };
  expect(bundled(files)).toEqual({
    'bin/assay.js': 'import("../parts/showing.js").then(m=>({runCommand:m.r}));',
    'index.js': 'const {runCommand}=await import("./parts/showing.js").then(m=>({runCommand:m.r}));',
    'parts/showing.js': 'export const r=1;',
  });
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['that does something itself', { 'index.js': 'import("./run.js")', 'run.js': `${FACADE}console.log(1);`, 'showing.js': 'export const r=1;' }],
  ['that is imported at once too', { 'index.js': 'import("./run.js")', 'other.js': 'import{runCommand}from"./run.js";', 'run.js': FACADE, 'showing.js': 'export const r=1;' }],
  ['that nobody imports: a program begins there', { 'run.js': FACADE, 'showing.js': 'export const r=1;' }],
])('a file stays %s', (_, files) => {
  expect(bundled(files)).toEqual(files);
});

test('what is imported through it is the same', async () => {
  const behind = 'export const r = 7; export const other = 8;';
  const files = bundled({ 'index.js': 'export const found = import("./run.js");', 'run.js': 'import{r as e,other}from"./showing.js";export{e as runCommand,other as second};', 'showing.js': behind });
  const code = files['index.js']?.replace('./showing.js', `data:text/javascript,${encodeURIComponent(behind)}`) ?? '';
  const { found } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as { found: Promise<unknown> };
  expect(await found).toEqual({ runCommand: 7, second: 8 });
});
