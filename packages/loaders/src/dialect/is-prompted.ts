import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { isJsonObject, type LoadTrust } from '@assay/schema';
import { readSource } from '../files/read-source.js';
import { reallyContains } from '../references/contains.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import { hasAny } from './first-object.js';

/** Keys of a sidecar by which rows are asked, whatever else they look like. */
const KEYS: readonly string[] = ['prompts', 'columns'];

/** Whether the sidecar of a file says how its rows are asked. What is wrong with the sidecar is said when it is read. */
export async function isPrompted(file: string, { trust, projectRoot }: { readonly trust?: LoadTrust | undefined; readonly projectRoot?: string | undefined }): Promise<boolean> {
  const sidecar = `${file.slice(0, file.length - extname(file).length)}.yaml`;
  if (!existsSync(sidecar) || (trust && projectRoot !== undefined && !reallyContains(projectRoot, sidecar))) return false;
  const text = await readSource(sidecar, sidecar).catch(() => '');
  const { usable, documents } = parseYaml(text, sidecar);
  const [document] = documents;
  return usable && documents.length === 1 && isJsonObject(document?.value) && hasAny(document.value, KEYS);
}
