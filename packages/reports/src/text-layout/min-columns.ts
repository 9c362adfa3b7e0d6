/** Fewest columns that anything is laid out for, however narrow the terminal is. */
export const MIN_COLUMNS = 20;
