import type { AddedDefinitions, Suite } from '@assay/schema';
import type { OptionValues } from '../../options/option-values.js';
import { EXTENSION_KINDS, type Extensions } from '../reading/installed-definitions.js';
import { writtenReports } from '../reporting/written-reports.js';

interface RunUse {
  readonly suites: readonly Pick<Suite, 'dialect'>[];
  readonly reports: OptionValues['reports'];
}

/**
 * What a program added, by names, for the manifest: of dialects and reporters those that the run uses. What scores and answers may come up in
 * any case, and one of an installed name would be stood in for by that without anybody seeing it. Undefined for nothing.
 */
export function addedDefinitions(extensions: Extensions, { suites, reports }: RunUse): AddedDefinitions | undefined {
  const reporters = writtenReports(reports) ?? [];
  const isUsed = (kind: keyof Extensions, name: string): boolean => {
    if (kind === 'loaders') return suites.some(({ dialect }) => dialect === name);
    return kind !== 'reporters' || reporters.some((report) => report.name === name);
  };
  const added = EXTENSION_KINDS.flatMap((kind) => {
    const names = (extensions[kind] ?? []).map(({ name }) => name).filter((name) => isUsed(kind, name));
    return names.length === 0 ? [] : [[kind, names] as const];
  });
  return added.length === 0 ? undefined : Object.fromEntries(added);
}
