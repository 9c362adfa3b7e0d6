import { describe, expect, test } from 'vitest';
import { DEFAULT_DATE_FORMATS, isDateFormat, parseDate } from './parse-date.js';

describe('parseDate', () => {
  test.each([
    '2025-01-15',
    ' 2025-01-15 ',
    '2025-01-15T23:30:00Z',
    '2025/01/15',
    '15-JAN-2025',
    '15 Jan 2025',
    '15 January 2025',
    'Jan 15, 2025',
    'january 15, 2025',
  ])('%s is the same day, however written', (text) => {
    expect(parseDate(text)).toBe('2025-01-15');
  });

  test.each(['01/02/2025', '2025-02-30', '2025-13-01', '2025-1-5', 'soon', '', '15 Foo 2025', '2025-01-15 and more'])(
    '%j names no day in the default formats',
    (text) => {
      expect(parseDate(text)).toBeUndefined();
    },
  );

  test('reads the formats that are given, and only those', () => {
    expect(parseDate('01/02/2025', ['DD/MM/YYYY'])).toBe('2025-02-01');
    expect(parseDate('01/02/2025', ['MM/DD/YYYY'])).toBe('2025-01-02');
    expect(parseDate('5.3.2025', ['D.M.YYYY'])).toBe('2025-03-05');
    expect(parseDate('5x3x2025', ['D.M.YYYY'])).toBeUndefined();
    expect(parseDate('2025-01-15', ['DD/MM/YYYY'])).toBeUndefined();
    expect(parseDate('31/01/2025', ['MM/DD/YYYY', 'DD/MM/YYYY'])).toBe('2025-01-31');
  });

  test('knows leap days and early years', () => {
    expect(parseDate('2024-02-29')).toBe('2024-02-29');
    expect(parseDate('2025-02-29')).toBeUndefined();
    expect(parseDate('0099-01-01')).toBe('0099-01-01');
  });
});

describe('isDateFormat', () => {
  test.each([...DEFAULT_DATE_FORMATS, 'DD.MM.YYYY'])('%s is one', (format) => {
    expect(isDateFormat(format)).toBe(true);
  });

  test.each(['YYYY-MM', 'DD-MM-YY', 'YYYY-MM-DD hh', 'MM-MM-YYYY', ''])('%j is none', (format) => {
    expect(isDateFormat(format)).toBe(false);
  });
});
