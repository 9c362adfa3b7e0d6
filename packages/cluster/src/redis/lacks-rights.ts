/** What a server says to a user who may not do a thing; of what a script does it says it in other words, by version. */
const LACKS_RIGHTS = /\bNOPERM\b|\buser executing the script\b|\bACL failure in script\b/u;

/** Whether a server refused a thing for want of a right: it says the same the next time. */
export function lacksRights(error: unknown): boolean {
  return LACKS_RIGHTS.test(String(error));
}
