/** A value between commas. A day of the week has one behind it that parts nothing. */
const VALUE = /\s*((?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,)?[^,]*)(?:,|$)/giu;

/** The values of a header that a server and a proxy both sent: they arrive as one, with commas between them, or as several. */
export function headerValues(written: string | readonly string[]): readonly string[] {
  const all = typeof written === 'string' ? [written] : written;
  return all.flatMap((one) => (one.includes(',') ? [...one.matchAll(VALUE)].map(([, value = '']) => value.trim()).filter((value) => value !== '') : [one.trim()]));
}
