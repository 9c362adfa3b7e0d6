import { createHash } from 'node:crypto';
import { normalizedText } from '@assay/schema';

/** Longest name that is kept as it is, in bytes: file systems allow 255 with the extension. */
const MAX_BYTES = 120;
/** Names that Windows keeps for devices, whatever extension follows. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu;

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  let kept = '';
  for (const character of name) {
    if (Buffer.byteLength(kept + character) > MAX_BYTES - 9) break;
    kept += character;
  }
  return `${kept}-${hash}`;
}

/**
 * A suite's or target's name as the name of a file on every system. Letters, digits and `. _ - + = @ ~`
 * stay; everything else (slashes, colons, spaces, …) becomes `_`, as do dots at the start and the end.
 * Different names can become equal; whoever writes files has to look.
 */
export function safeName(name: string): string {
  const safe = normalizedText(name, 'NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._\-+=@~]/gu, '_')
    .replaceAll(/^\.+|\.+$/gu, (dots) => '_'.repeat(dots.length));
  return shortened(safe.replace(DEVICES, '$&_') || '_');
}

/** Where the baseline of a suite on a target stands in the folder of baselines, with slashes. */
export function baselineFile(suite: string, target: string): string {
  return `${safeName(suite)}/${safeName(target)}.json`;
}
