import path from 'node:path';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Media types by the endings of files that have them (IANA's registry). */
const BY_ENDING: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  doc: 'application/msword',
  docx: `${OFFICE}.wordprocessingml.document`,
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  markdown: 'text/markdown',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: `${OFFICE}.presentationml.presentation`,
  sql: 'application/sql',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  xhtml: 'application/xhtml+xml',
  xls: 'application/vnd.ms-excel',
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** Says nothing of what is in a file. */
const ANYTHING = 'application/octet-stream';

/** The media type that somebody means by a type or the ending of a file, without parameters and in small letters. */
export function meantType(written: string): string {
  const type = (written.split(';', 1)[0] ?? '').trim().toLowerCase().replace(/^\./u, '');
  return Object.hasOwn(BY_ENDING, type) ? (BY_ENDING[type] ?? type) : type;
}

/** The type of a file: as the reply says, else by the ending of its name. */
export function typeOfFile(name: string, told: string | undefined): string {
  const type = meantType(told ?? '');
  return type === '' || type === ANYTHING ? meantType(path.extname(name)) || ANYTHING : type;
}
