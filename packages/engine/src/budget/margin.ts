/** What nobody has a bound for may be so many times as large as the largest that was seen, before it is taken for too much. */
export const MARGIN = 2;
