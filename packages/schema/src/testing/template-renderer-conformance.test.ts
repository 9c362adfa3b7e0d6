import { expect, test } from 'vitest';
import type { TemplateRenderer } from '../contracts/template-renderer.js';
import { TemplateError } from '../errors/template-error.js';
import { templateRendererConformance } from './template-renderer-conformance.js';

/** Knows names and nothing else. */
const simple: TemplateRenderer = {
  parse(text) {
    const slots = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/gu)];
    const rest = text.replaceAll(/\{\{\s*(\w+)\s*\}\}/gu, '');
    if (/\{[{%#]/u.test(rest)) throw new TemplateError('no template');
    return {
      uses: new Set(slots.map(([, name = '']) => name)),
      render: (variables) =>
        text.replaceAll(/\{\{\s*(\w+)\s*\}\}/gu, (_, name: string, offset: number) => {
          const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
          if (value === undefined) throw new TemplateError(`there are ${Object.keys(variables).join(', ')}`, { variable: name, offset });
          return typeof value === 'string' ? value : JSON.stringify(value);
        }),
    };
  },
};

async function broken(renderer: TemplateRenderer): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, run } of templateRendererConformance(async () => renderer)) await run().catch(() => names.push(name));
  return names;
}

test('a renderer that keeps its promises passes', async () => {
  expect(await broken(simple)).toEqual([]);
});

test('one that reads values as templates, or puts out what it does not know, does not', async () => {
  const twice: TemplateRenderer = { parse: (text) => ({ uses: new Set(), render: (variables) => simple.parse(simple.parse(text).render(variables)).render(variables) }) };
  expect(await broken(twice)).toContain('values are never read as template');
  const silent: TemplateRenderer = { parse: (text) => ({ uses: new Set(), render: () => text }) };
  expect(await broken(silent)).toEqual(expect.arrayContaining(['what is no template is an error and is never put out', 'a variable that is missing is an error with its name and place']));
});
