import { isCollection, isMap, isScalar, type Node } from 'yaml';

/** How the tags of YAML itself begin, where they are written in full. */
const STANDARD = 'tag:yaml.org,2002:';

/** What some writers of YAML put in front of a `<<` that merges. */
const MERGE = `${STANDARD}merge`;

/** Tags of YAML that the library reads to values which JSON does not have. */
const SCALARS: ReadonlySet<string> = new Set([`${STANDARD}binary`, `${STANDARD}timestamp`, MERGE]);
const MAPPINGS: ReadonlySet<string> = new Set([`${STANDARD}set`]);
const LISTS: ReadonlySet<string> = new Set([`${STANDARD}omap`, `${STANDARD}pairs`]);

const KNOWN = '!!str, !!int, !!float, !!bool, !!null, !!seq and !!map';

/** What is wrong with a tag, and the way out. */
export interface TagProblem {
  readonly message: string;
  readonly hint: string;
}

/** A tag as it is written mostly. */
function shortTag(tag: string): string {
  if (tag.startsWith(STANDARD)) return `!!${tag.slice(STANDARD.length)}`;
  return tag.startsWith('!') ? tag : `!<${tag}>`;
}

/**
 * A tag that the library knows nothing about, or that the value does not fit: it would be read as if the tag did not stand there,
 * and `!include question.txt` would ask the name of a file.
 */
export function unreadTag(tag: string): TagProblem {
  const name = shortTag(tag);
  return KNOWN.split(/, | and /u).includes(name)
    ? { message: `what stands after ${name} is none`, hint: 'remove the tag, or write a value that it names' }
    : { message: `the tag ${name} is not read`, hint: `remove it, or put the text in quotes if it begins with an exclamation mark; tags that are read: ${KNOWN}` };
}

/**
 * What is wrong with a node whose value no row could keep: a set, a date or bytes, which would be read as an empty mapping, as another
 * text or as a list of numbers. YAML 1.1 makes dates of texts that no tag stands before.
 * @param isKey A key may be a `<<` that is tagged as the merge that it is.
 */
export function valueProblem(node: Node, isKey: boolean): TagProblem | undefined {
  const { tag } = node as { tag?: string | undefined };
  if (tag === undefined) {
    const isDate = isScalar(node) && node.value instanceof Date;
    return isDate ? { message: 'a date is no value that can be kept', hint: 'put it in quotes as a text' } : undefined;
  }
  if (isKey && tag === MERGE && isScalar(node) && node.type === 'PLAIN' && node.source === '<<') return undefined;
  const unread = isCollection(node) ? (isMap(node) ? MAPPINGS : LISTS) : SCALARS;
  return unread.has(tag) ? unreadTag(tag) : undefined;
}
