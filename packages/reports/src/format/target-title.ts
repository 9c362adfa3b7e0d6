/** A target with the variant that ran on it: `model[temp:0.5][sys:2]`; the bare name when nothing is varied. */
export function targetTitle(target: string, variant: string | undefined): string {
  const labels = (variant ?? '').split(' ').filter((label) => label !== '');
  return target + labels.map((label) => `[${label}]`).join('');
}
