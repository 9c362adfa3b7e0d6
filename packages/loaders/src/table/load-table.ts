import { extname } from 'node:path';
import { InvalidFileError, isJsonObject, type Diagnostic, type LoadOptions, type NormalizeContext, type Suite, type SuiteSource } from '@assay/schema';
import type { LoadSession } from '../dialect/load-session.js';
import { makeSuite, targetLocations } from '../eval-case/make-suite.js';
import { readSidecar } from '../eval-case/sidecar.js';
import { startOf } from '../files/file-problem.js';
import { readTargets } from '../targets/read-target.js';
import { openTemplating } from '../eval-case/templating/open-templating.js';
import { parseFlow } from '../yaml/parse-flow.js';
import { caseAtRow } from './case-at-row.js';
import { namedColumns, readColumns, readDelimiter } from './read/columns.js';
import { ParquetRows } from './rows/parquet-rows.js';
import { rowsOf } from './rows/open-rows.js';
import { findInAll, findInDelimited, findInLines, findInParquet } from './rows/find-rows.js';
import type { FindRows, RowSource } from './rows/row-source.js';
import { TableCases } from './table-cases.js';

function finderOf(source: SuiteSource, delimiter: string | undefined): FindRows {
  const { file, shown } = source;
  if (source.format === 'documents') return findInAll(() => rowsOf(source, delimiter));
  if (source.format === 'lines') return findInLines(file, shown);
  return extname(file).toLowerCase() === '.parquet' ? findInParquet(new ParquetRows(file, shown)) : findInDelimited({ file, shown, delimiter });
}

/**
 * A suite from a table and its sidecar.
 * @throws InvalidFileError when the sidecar is wrong; rows are looked at when they are read.
 */
export async function loadTable(source: SuiteSource, session: LoadSession, onInvalid: NonNullable<LoadOptions['onInvalid']>): Promise<Suite> {
  const { header, document, file: sidecar } = await readSidecar(session, { templated: true });
  const findings: Diagnostic[] = source.format === 'documents' ? [...source.findings] : [];
  const context: NormalizeContext = {
    locate: (path, which) => document?.locate(path, which) ?? startOf(session.shown),
    writtenAt: (path) => document?.written(path),
    parseFlow,
    report: (diagnostic) => findings.push(diagnostic),
    definitions: session.options.definitions,
    aliasPrecedence: header.aliasPrecedence,
    tally: { errors: 0 },
  };
  const said = isJsonObject(document?.value) ? document.value : {};
  const columns = readColumns(context, said['columns']);
  const delimiter = readDelimiter(context, said['delimiter']);
  const targets = readTargets(context, header.targets, ['targets']);
  const templating = await openTemplating(session, header, context, { everyCase: true, texts: said });
  if (findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
  findings.forEach(session.report);
  const sources = [session.file, ...(sidecar === undefined ? [] : [sidecar]), ...templating.sources];
  const reading = { header, columns, named: namedColumns(context, said['columns']), templating };
  const casesOf = (rows: RowSource): TableCases => new TableCases({ session, reading, rows, onInvalid });
  return {
    ...makeSuite(session, header, targets, {
      size: undefined,
      ...targetLocations(document?.value, context),
      ...(sources.length > 1 ? { sources } : {}),
      cases: () => ({ [Symbol.asyncIterator]: () => casesOf(rowsOf(source, delimiter)) }),
      caseAt: caseAtRow(finderOf(source, delimiter), casesOf),
    }),
    dialect: 'table',
  };
}
