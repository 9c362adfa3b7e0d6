import type { JsonValue } from '@assay/schema';
import { isCollection, stringify, type YAMLMap } from 'yaml';
import { endOfNode, findOwnPair, startOfNode } from './yaml-nodes.js';

/** A part of a text that is replaced by another; nothing else of the text changes. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** How the file is written, for lines that fit in with it. */
export interface FileStyle {
  readonly newline: string;
  /** True if lists are indented below their key. */
  readonly indentSeq: boolean;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** A key and its value as lines; the first one without indentation. */
function blockLines(key: string, value: JsonValue, indent: number, { newline, indentSeq }: FileStyle): string {
  const lines = stringify({ [key]: value }, { lineWidth: 0, indentSeq, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
    .trimEnd()
    .split('\n');
  return lines.map((line, index) => (index === 0 || line === '' ? line : ' '.repeat(indent) + line)).join(newline);
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** Puts a key at the end of a mapping. */
function addToBlock(text: string, map: YAMLMap, key: string, value: JsonValue, style: FileStyle): TextEdit {
  const indent = columnOf(text, startOfNode(map.items[0]?.key));
  const lines = ' '.repeat(indent) + blockLines(key, value, indent, style);
  const end = endOfNode(map, text);
  // A text that keeps its blank lines ends after them.
  if (text[end - 1] === '\n') return { start: end, end, text: lines + style.newline };
  const at = endOfLine(text, end);
  if (at === text.length) return { start: at, end: at, text: style.newline + lines };
  return { start: at + 1, end: at + 1, text: lines + style.newline };
}

function replaceInBlock(text: string, map: YAMLMap, pair: NonNullable<ReturnType<typeof findOwnPair>>, key: string, value: JsonValue, style: FileStyle): TextEdit {
  const start = startOfNode(pair.key);
  const end = endOfNode(pair, text);
  const lineEnd = endOfLine(text, end);
  const rest = text.slice(end, lineEnd).replace(/\r$/u, '');
  const lines = blockLines(key, value, columnOf(text, startOfNode(map.items[0]?.key)), style);
  const comment = rest.trim();
  if (comment === '' || text.slice(start, end).includes('\n')) return { start, end, text: lines };
  // A comment on the line of the key stays there.
  const [first = '', ...others] = lines.split(style.newline);
  return { start, end: end + rest.length, text: [`${first} ${comment}`, ...others].join(style.newline) };
}

/** A key of a mapping in braces: the value is JSON, which YAML takes there, and so is all of it where the others are JSON. */
function setInFlow(text: string, map: YAMLMap, key: string, value: JsonValue): TextEdit {
  const isQuoted = map.items.every((pair) => text[startOfNode(pair.key)] === '"');
  const entry = `${isQuoted ? JSON.stringify(key) : key}: ${JSON.stringify(value)}`;
  const pair = findOwnPair(map, key);
  if (pair) return { start: startOfNode(pair.key), end: endOfNode(pair, text), text: entry };
  const end = endOfNode(map.items.at(-1), text);
  return { start: end, end, text: `, ${entry}` };
}

/** The edit that gives a mapping with at least one key this value under a key, in place of one that it has. */
export function setKey(text: string, map: YAMLMap, key: string, value: JsonValue, style: FileStyle): TextEdit {
  if (map.flow) return setInFlow(text, map, key, value);
  const pair = findOwnPair(map, key);
  return pair ? replaceInBlock(text, map, pair, key, value, style) : addToBlock(text, map, key, value, style);
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  return result;
}

/** How the lists of a file are indented, seen from the list of cases. */
export function styleOf(text: string, parent: YAMLMap | undefined, list: unknown): FileStyle {
  const newline = /\r\n/u.test(text) ? '\r\n' : '\n';
  if (!parent || !isCollection(list) || list.flow) return { newline, indentSeq: true };
  const dash = text.lastIndexOf('-', startOfNode(list.items[0]));
  return { newline, indentSeq: dash < 0 || columnOf(text, dash) > columnOf(text, startOfNode(parent.items[0]?.key)) };
}
