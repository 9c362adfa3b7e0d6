/** What replies may be put into strata by, in words. */
export const STRATA = 'verdict, suite, target, tag, tag:KEY for tags like KEY:VALUE, or var:NAME for a variable';

const STRATUM = /^(?:(?:verdict|suite|target|tag)$|(?:tag|var):.)/u;

/** Whether replies may be put into strata by it. */
export const isStratum = (name: string): boolean => STRATUM.test(name);
