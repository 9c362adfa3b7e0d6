/** How often a text is quoted in JSON that is quoted in JSON: a request in a log in the input of a script. */
const JSON_LEVELS = 6;

function jsonForms(text: string): readonly string[] {
  const forms: string[] = [];
  let quoted = text;
  for (let level = 0; level < JSON_LEVELS; level++) {
    quoted = JSON.stringify(quoted).slice(1, -1);
    forms.push(quoted);
    // Without a sign that would be escaped all levels are alike.
    if (quoted === text) break;
  }
  const [once = text] = forms;
  // By code units: characters beyond the first plane have two.
  const ascii = once.replaceAll(/[\u007F-\uFFFF]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const upper = ascii.replaceAll(/\\u[\da-f]{4}/gu, (code) => `\\u${code.slice(2).toUpperCase()}`);
  return [...forms, ascii, upper, once.replaceAll('/', '\\/')];
}

function lowerHex(encoded: string): string {
  return encoded.replaceAll(/%[\dA-F]{2}/gu, (hex) => hex.toLowerCase());
}

function percentForms(text: string): readonly string[] {
  const component = encodeURIComponent(text);
  const strict = component.replaceAll(/[!'()*~]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const lax = encodeURI(text);
  // A URL in the query of another one.
  const twice = encodeURIComponent(component);
  const forms = [component, strict, component.replaceAll('%20', '+'), strict.replaceAll('%20', '+'), lax, twice];
  return [...forms, ...forms.map(lowerHex)];
}

/** Base64 with the letters of URLs, and both without padding. */
function alphabets(base64: string): readonly string[] {
  const bare = base64.replace(/=+$/u, '');
  const forUrls = bare.replaceAll('+', '-').replaceAll('/', '_');
  return [base64, bare, forUrls];
}

/**
 * A secret inside of a longer text that is encoded as a whole, as `user:password` or a copy of a
 * request, begins at one of three places of a group: the letters that depend on it alone.
 */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8');
  const inside = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return alphabets(encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)));
  });
  return [...alphabets(bytes.toString('base64')), ...inside];
}

function hexForms(text: string): readonly string[] {
  const hex = Buffer.from(text, 'utf8').toString('hex');
  return [hex, hex.toUpperCase()];
}

function htmlForms(text: string): readonly string[] {
  const basic = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return [basic, basic.replaceAll("'", '&#39;'), basic.replaceAll("'", '&#x27;')];
}

/** Lines of a secret that has several, such as a private key: messages often show some of them only. */
function lineForms(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u).map((line) => line.trim());
  if (lines.length === 1) return [];
  return [lines.join(' '), lines.join('\n'), ...lines.filter((line) => line.length >= 16 && !line.startsWith('-----'))];
}

const SHORTEST_FORM = 8;

/** A secret as it is, and as others may write it. Each has 8 characters or more. */
export function secretForms(secret: string): ReadonlySet<string> {
  // Half of a character has no form in UTF-8.
  const whole = Buffer.from(secret, 'utf8').toString('utf8');
  const texts = [whole, ...lineForms(whole)];
  const all = texts.flatMap((text) => [text, ...jsonForms(text), ...percentForms(text), ...base64Forms(text), ...hexForms(text), ...htmlForms(text)]);
  return new Set(all.filter((form) => form.length >= SHORTEST_FORM));
}
