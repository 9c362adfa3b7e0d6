interface Part {
  readonly type: string;
  readonly fileName: string;
  code?: string;
}

function escaped(text: string, index: number): string {
  return `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
}

/**
 * Writes the bundle in ASCII: one character that is not Latin has Node hold all of a file in two bytes a character, which takes longer
 * to decode and to parse. What is not ASCII stands in texts and patterns, where an escape is the same; names have none of it.
 */
export function asciiOnly() {
  return {
    name: 'ascii-only',
    generateBundle(_options: unknown, bundle: Readonly<Record<string, Part>>): void {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk' || part.code === undefined) continue;
        // An escape in a raw text would be read as it is written.
        const raw = /String\.raw`[^`]*[^\0-\x7F]/u.exec(part.code);
        if (raw) throw new Error(`${part.fileName}: a raw text has characters that are not ASCII: ${raw[0].slice(0, 200)}`);
        part.code = part.code.replaceAll(/(?<backslashes>\\*)(?<character>[^\0-\x7F])/gv, (_, backslashes: string, character: string) => {
          // One that is escaped already stands for itself.
          const before = backslashes.length % 2 === 1 ? backslashes.slice(1) : backslashes;
          return before + Array.from({ length: character.length }, (__, index) => escaped(character, index)).join('');
        });
      }
    },
  };
}
