import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCHEMA = join(import.meta.dirname, 'junit.xsd');

/** @throws Error when it is absent although ASSAY_REQUIRE_SERVICES says that it must be there. */
export function xmllintPresence(): { readonly absent: boolean; readonly note: string } {
  const absent = spawnSync('xmllint', ['--version']).error !== undefined;
  if (absent && (process.env['ASSAY_REQUIRE_SERVICES'] ?? '') !== '') throw new Error('xmllint is not installed, and ASSAY_REQUIRE_SERVICES is set');
  return { absent, note: absent ? ' (skipped: install xmllint)' : '' };
}

/** What xmllint has to say against a report, without the files of its tests, which GitLab alone reads; empty for a good one. */
export function xmllint(report: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-junit-'));
  try {
    const file = join(folder, 'junit.xml');
    writeFileSync(file, report.replaceAll(/(<testcase [^>]*) file="[^"]*"/gu, '$1'));
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--huge', '--schema', SCHEMA, file], { encoding: 'utf8' });
    return status === 0 ? '' : stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
