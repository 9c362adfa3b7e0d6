import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests a folder for what they share, and takes it away after the last of them: their own processes are ended at once. */
export default function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-packages-tests-'));
  process.env['ASSAY_SCRATCH_FOLDER'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
