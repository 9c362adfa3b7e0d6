const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&', nbsp: ' ', lbrace: '{', rbrace: '}', colon: ':' };
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/giu;
const ESCAPE = /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/giu;
const PERCENT = /(?:%[0-9a-f]{2})+/giu;
const BASE64 = /[A-Za-z0-9+/]{24,}={0,2}/gu;

/** Most base64 parts of a text that are looked into. */
const MOST_PARTS = 100;

function character(code: number): string {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
}

function fromEntities(text: string): string {
  return text.replaceAll(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    return decimal === undefined ? (ENTITIES[name?.toLowerCase() ?? ''] ?? whole) : character(Number(decimal));
  });
}

function fromEscapes(text: string): string {
  return text.replaceAll(ESCAPE, (_whole, long?: string, short?: string) => character(Number.parseInt(long ?? short ?? '', 16)));
}

function fromPercent(text: string): string {
  return text.replaceAll(PERCENT, (run) => new TextDecoder().decode(Uint8Array.from(Buffer.from(run.replaceAll('%', ''), 'hex'))));
}

/** What a text holds in a form that a judge may read and write out: entities, escapes, percent signs, base64. */
export function decodedParts(text: string): readonly string[] {
  const base64 = [...text.matchAll(BASE64)].slice(0, MOST_PARTS).map(([run]) => Buffer.from(run, 'base64').toString('utf8'));
  const others = [fromEntities, fromEscapes, fromPercent].map((decode) => decode(text)).filter((decoded) => decoded !== text);
  return [...others, ...base64];
}
