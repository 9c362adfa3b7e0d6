import type { ReportDiagnostic, SourceDocument } from '@assay/schema';
import type { ParsedYaml } from './parse-yaml.js';

/** The document of a file that has one. More of them are an error at the second: nobody would read it. */
export function oneDocument({ documents }: ParsedYaml, report: ReportDiagnostic): SourceDocument | undefined {
  const [first, second] = documents;
  if (second) {
    report({
      severity: 'error',
      code: 'several-documents',
      message: 'a second document begins here, which nobody would read; this file is one document',
      location: second.locate([]),
      hint: 'take out the line --- and bring both parts together, or move this one to a file of its own',
    });
  }
  return first;
}
