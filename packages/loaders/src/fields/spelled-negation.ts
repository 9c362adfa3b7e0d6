/** A name with `!` in front as names say it that are turned around: what is meant by `!contains` is `not_contains`, and no `contains`. */
export function spelledNegation(name: string): string {
  return name.replace(/^!\s*/u, 'not_');
}
