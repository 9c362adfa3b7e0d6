import { expect, test } from 'vitest';
import { meantType, typeOfFile } from './file-type.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test.each([
  ['xlsx', XLSX],
  ['.XLSX', XLSX],
  [` ${XLSX} `, XLSX],
  ['text/html; charset=utf-8', 'text/html'],
  ['Text/HTML', 'text/html'],
  ['constructor', 'constructor'],
  ['', ''],
])('the type %j is %j', (written, meant) => expect(meantType(written)).toBe(meant));

test.each([
  ['a.xlsx', 'application/x-other', 'application/x-other'],
  ['a.xlsx', undefined, XLSX],
  ['a.XLSX', 'application/octet-stream', XLSX],
  ['a.constructor', undefined, 'constructor'],
  ['noending', undefined, 'application/octet-stream'],
])('the file %j of type %j is %j', (name, told, type) => expect(typeOfFile(name, told)).toBe(type));
