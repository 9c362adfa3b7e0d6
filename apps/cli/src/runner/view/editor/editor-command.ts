import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

/** Where a file is to be opened. */
export interface EditorPlace {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

type Arguments = (place: EditorPlace) => readonly string[];

const joined: Arguments = ({ file, line, column }) => [`${file}:${line}:${column}`];
const goTo: Arguments = (place) => ['-g', ...joined(place)];
const atLine: Arguments = ({ file, line, column }) => ['--line', String(line), '--column', String(column), file];
const plain: Arguments = ({ file }) => [file];

/** Editors with windows of their own, and how they are told a place. */
const EDITORS: Readonly<Record<string, Arguments>> = {
  code: goTo,
  'code-insiders': goTo,
  codium: goTo,
  cursor: goTo,
  windsurf: goTo,
  subl: joined,
  zed: joined,
  mate: ({ file, line }) => ['-l', String(line), file],
  idea: atLine,
  webstorm: atLine,
  pycharm: atLine,
  gvim: ({ file, line }) => [`+${line}`, file],
  mvim: ({ file, line }) => [`+${line}`, file],
  kate: ({ file, line }) => ['--line', String(line), file],
  gedit: ({ file, line }) => [`+${line}`, file],
  notepad: plain,
};
/** Editors that need the terminal, which is in use. */
const IN_TERMINAL = new Set(['vi', 'vim', 'nvim', 'nano', 'pico', 'emacs', 'emacsclient', 'hx', 'helix', 'kak', 'micro', 'joe', 'ed', 'ne', 'mcedit']);

/** A written command as program and arguments: quotes hold together what has spaces. No shell sees it. */
function words(written: string): readonly string[] {
  return [...written.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

function named(program: string): string {
  return basename(program.replaceAll('\\', '/')).replace(/\.(?:exe|cmd|bat|sh)$/iu, '').toLowerCase();
}

/** An editor that can be started from here. */
export interface EditorCommand {
  readonly program: string;
  argumentsFor(place: EditorPlace): readonly string[];
}

/** What is opened with when nobody says: Visual Studio Code, where its command is installed. */
function usual(path: string | undefined): string {
  return (path ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, 'code'))) ? 'code' : '';
}

/** The editor of `VISUAL` or `EDITOR`, else Visual Studio Code; undefined when there is none, and for one that needs a terminal. */
export function editorCommand({ VISUAL, EDITOR, PATH }: Readonly<Record<string, string | undefined>>): EditorCommand | undefined {
  const [program, ...options] = words([VISUAL, EDITOR].find((written) => written?.trim()) ?? usual(PATH));
  if (program === undefined || IN_TERMINAL.has(named(program))) return undefined;
  const forPlace = EDITORS[named(program)] ?? plain;
  return { program, argumentsFor: (place) => [...options, ...forPlace(place)] };
}
