import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface PluginContext {
  emitFile(file: { readonly type: 'asset'; readonly fileName: string; readonly source: string }): unknown;
}

/** Ships the page of runs, which is built before, with the licences of what it holds. */
export function shippedPage() {
  return {
    name: 'shipped-page',
    generateBundle(this: PluginContext) {
      const page = createRequire(import.meta.url).resolve('@assay/viewer/page.html');
      this.emitFile({ type: 'asset', fileName: 'page.html', source: readFileSync(page, 'utf8') });
      const notices = readFileSync(join(dirname(page), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'page.THIRD-PARTY-NOTICES.txt', source: notices });
    },
  };
}
