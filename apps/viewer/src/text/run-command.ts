import type { WireManifest, WireRow } from '../data/row.js';
import { shellQuote } from './shell-quote.js';

/** An id as a glob that matches nothing else. */
const literalGlob = (id: string): string => id.replaceAll(/^!|[\\*?[{(]/gu, String.raw`\$&`);

/** The command that runs one case on its target again. Control characters of a file that means harm stay out of it: a terminal acts on them. */
export function runCommand(row: WireRow, manifest: WireManifest): string {
  const file = manifest.suites.find(({ path, name }) => path === row.suite_path && name === row.suite)?.file ?? row.suite_path;
  const repeats = row.repeat > 1 ? ['--repeat', String(row.repeat)] : [];
  return ['assay', 'run', file.startsWith('-') ? `./${file}` : file, `--id=${literalGlob(row.case_id)}`, `--target=${row.target}`, ...repeats]
    .map((word) => shellQuote(word.replaceAll(/\p{Cc}/gu, '?')))
    .join(' ');
}
