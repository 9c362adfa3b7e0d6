import { defaultClientConditions, defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { thirdPartyNotices } from '../../third-party-notices.ts';

/** One HTML file that holds all of the page: it is served as it is, and stands in reports of one file. */
export default defineConfig({
  plugins: [thirdPartyNotices('The page of Assay'), viteSingleFile({ removeViteModuleLoader: true })],
  resolve: { conditions: ['@assay/source', ...defaultClientConditions] },
  build: { target: 'es2022', cssTarget: 'chrome111', modulePreload: false, reportCompressedSize: false },
});
