const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const TOKENS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MMMM: `(?<month>${MONTHS.join('|')})`,
  MMM: `(?<month>${MONTHS.map((name) => name.slice(0, 3)).join('|')})`,
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
};
const TOKEN = /YYYY|MMMM|MMM|MM|M|DD|D/gu;

/**
 * Formats that are tried when a field names none: those that can be read in one way only.
 * `01/02/2025` is not among them.
 */
export const DEFAULT_DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'D-MMM-YYYY',
  'D MMM YYYY',
  'D MMMM YYYY',
  'MMM D, YYYY',
  'MMMM D, YYYY',
] as const;

/** True if a format has a year, a month and a day, once each, and no other letters. */
export function isDateFormat(format: string): boolean {
  const kinds = [...format.matchAll(TOKEN)].map(([token]) => token[0]);
  return kinds.toSorted().join('') === 'DMY' && !/[A-Za-z]/u.test(format.replaceAll(TOKEN, ''));
}

function formatPattern(format: string): RegExp {
  const source = format
    .split(/(YYYY|MMMM|MMM|MM|M|DD|D)/u)
    .map((part) => TOKENS[part] ?? part.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`))
    .join('');
  return new RegExp(`^${source}$`, 'iu');
}

function monthNumber(text: string): number {
  const index = MONTHS.findIndex((name) => name.startsWith(text.toLowerCase()));
  return index === -1 ? Number(text) : index + 1;
}

/** The day as `YYYY-MM-DD`, or undefined when there is no such day. */
function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

/**
 * The calendar day that a text names, as `YYYY-MM-DD`, by the first format that fits. The time
 * after an ISO date is left aside. Undefined when no format fits or there is no such day.
 *
 * Our own: dayjs 1.11 with strict formats refuses `february 3, 2025` for its small letter and every year below 100; date-fns 4.4 reads both,
 * and takes 49 ms of CPU to import.
 */
export function parseDate(text: string, formats: readonly string[] = DEFAULT_DATE_FORMATS): string | undefined {
  const day = text.trim().replace(/^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}.*$/u, '$1');
  for (const format of formats) {
    const groups = formatPattern(format).exec(day)?.groups;
    if (!groups) continue;
    const found = calendarDay(Number(groups['year']), monthNumber(groups['month'] ?? ''), Number(groups['day']));
    if (found !== undefined) return found;
  }
  return undefined;
}
