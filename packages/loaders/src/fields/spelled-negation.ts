/**
 * A name with `!` in front as names say it that are turned around: what is meant by `!contains` is `not_contains`, and no `contains`. One that is
 * turned around twice is as it was.
 */
export function spelledNegation(name: string): string {
  const inside = name.replace(/^!\s*/u, '');
  if (inside === name) return name;
  const twice = inside.replace(/^(?:!\s*|not[\s_-])/iu, '');
  return twice === inside ? `not_${inside}` : twice;
}
