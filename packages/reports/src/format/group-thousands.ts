/**
 * A number's digits with a comma between thousands. Not by Intl: its first use takes longer than
 * all else that is printed before the first request.
 * @param decimals digits after the point.
 */
export function groupThousands(value: number, decimals = 0): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
