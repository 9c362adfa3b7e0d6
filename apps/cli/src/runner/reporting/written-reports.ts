import { parseReports, type WrittenReport } from '@assay/loaders';
import type { ReportRequest } from '../../options/option-types.js';

/**
 * Reports as a command line or a program asks for them; undefined when it says nothing of them. The file `-` is standard output.
 * @throws UsageError for a text that is none.
 */
export function writtenReports(requests: readonly (string | ReportRequest)[] | undefined): readonly WrittenReport[] | undefined {
  return requests
    ?.flatMap((request) => (typeof request === 'string' ? parseReports(request) : [{ ...request, options: request.options ?? {} }]))
    .map((report) => (report.file === '-' ? { ...report, file: undefined } : report));
}
