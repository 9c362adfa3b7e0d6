/** How keys of well-known services begin. */
const BEGINS = /^(?:sk[-_]|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AIza|gsk_|xai-|eyJ|ya29\.)[\w.~+/=-]{5,}$/u;
const AT_RANDOM = /[A-Za-z\d]{16,}/u;

/**
 * True for a text that can hardly be anything but a key: it begins like one, or has a long run of
 * digits with small and capital letters. For places where nobody expects a key, such as names.
 */
export function looksLikeKey(text: string): boolean {
  if (BEGINS.test(text)) return true;
  const [run = ''] = AT_RANDOM.exec(text) ?? [];
  return /[a-z]/u.test(run) && /[A-Z]/u.test(run) && /\d[^]*\d/u.test(run);
}
