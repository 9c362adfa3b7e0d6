import { isJsonObject, UsageError } from '@assay/schema';
import { checkGiven, LIST, SURROUNDINGS, TEXT } from './check-given.js';
import { reports } from '../items/reports.js';

const FORMS = {
  ...SURROUNDINGS,
  run: TEXT,
  reports: reports.type,
  reporters: LIST,
  against: { is: (value: unknown) => value === false || TEXT.is(value), expected: 'the name of a run, or false for nothing' },
};

/**
 * Reads and checks all that a program gives to `report()`.
 * @throws UsageError for what cannot be
 */
export function checkReportOptions<T extends object>(given: T): T {
  const said = checkGiven('report()', given, FORMS, []);
  const { reporters = [] } = said as { readonly reporters?: readonly unknown[] };
  for (const [index, reporter] of reporters.entries()) {
    if (isJsonObject(reporter) && reporter['kind'] === 'reporter') continue;
    throw new UsageError(`reporters[${index}] is no definition of a reporter`, { hint: 'make it with defineReporter() of @assay/schema, and name it in reports' });
  }
  return said;
}
