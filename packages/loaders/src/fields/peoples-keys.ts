/** Keys under which people write for themselves, in every dialect. */
export const PEOPLES_KEYS: readonly string[] = ['note', 'notes'];
