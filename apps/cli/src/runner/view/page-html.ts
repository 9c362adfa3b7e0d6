import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

async function readText(file: URL | string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The page that shows runs, as it was built: one file that needs nothing else. It lies beside the folder of this code in the built
 * command, and in its own package where that is run from its sources.
 */
export async function pageHtml(): Promise<string> {
  const shipped = await readText(new URL('../page.html', import.meta.url));
  return shipped ?? (await readFile(createRequire(import.meta.url).resolve('@assay/viewer/page.html'), 'utf8'));
}
