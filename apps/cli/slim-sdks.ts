import { fileURLToPath } from 'node:url';

const SDK = /[\\/]node_modules[\\/](?:openai|@anthropic-ai[\\/]sdk)[\\/].*\.mjs$/u;
const CLIENT = /[\\/]client\.mjs$/u;
const MAKES_HEADERS = /[\\/]internal[\\/]headers\.mjs$/u;
const HEADERS = fileURLToPath(new URL('../../packages/providers/src/http/slim-headers.ts', import.meta.url));

/** A part of an API, as a client has it: `this.files = new API.Files(this);`. */
const PART = /^\s*this\.\w+ = new API\.\w+\(this\);$/gmu;
/** What a class hands on of others: `OpenAI.Files = Files;`, `OpenAI.toFile = Uploads.toFile;`. */
const HANDED_ON = /^\s*[A-Z]\w*\.(\w+) = (?:\1|Uploads\w+|Uploads\.\w+);$/gmu;
const NEW_HEADERS = /\bnew Headers\(/gu;
const ARE_HEADERS = /([\w.]+) instanceof Headers\b/gu;

/** Whether a body is a stream of the web. Those of Assay are texts, and whoever names these streams has Node load them. */
const IS_STREAM = /(?:typeof globalThis\.ReadableStream !== 'undefined'|globalThis\.ReadableStream) &&\s*((?:options\.)?body) instanceof globalThis\.ReadableStream/gu;

/** What has to be found where: an SDK that is put together in another way would be bundled whole, and nobody would notice. */
const EXPECTED = [
  { of: CLIENT, patterns: [PART, HANDED_ON, IS_STREAM] },
  { of: MAKES_HEADERS, patterns: [NEW_HEADERS, ARE_HEADERS] },
];

function check(code: string, id: string): void {
  const missing = EXPECTED.flatMap(({ of, patterns }) => (of.test(id) ? patterns.filter((pattern) => code.search(pattern) === -1) : []));
  if (missing.length > 0) throw new Error(`${id} has nothing any more that ${missing.join(', ')} finds: see what this plugin is to do instead`);
}

/**
 * Takes out of the SDKs what Assay uses nothing of, and every run would read before its first request: all that knows the parts of
 * their APIs, since it says itself what it posts where; the headers of Node, which come with an HTTP client; and its streams of the web.
 */
export function slimSdks() {
  return {
    name: 'slim-sdks',
    transform(code: string, id: string) {
      if (!SDK.test(id)) return undefined;
      check(code, id);
      const slim = code.replaceAll(PART, '').replaceAll(HANDED_ON, '').replaceAll(NEW_HEADERS, 'new SlimHeaders(').replaceAll(ARE_HEADERS, 'isHeaders($1)').replaceAll(IS_STREAM, "typeof $1 === 'object' && $1 instanceof globalThis.ReadableStream");
      const imports = /\b(?:SlimHeaders|isHeaders)\(/u.test(slim) ? `import { isHeaders, SlimHeaders } from ${JSON.stringify(HEADERS)};\n` : '';
      // Their modules do nothing by being there.
      return { code: `${imports}${slim}`, map: null, moduleSideEffects: false };
    },
  };
}
