import { UnscoredError } from '@assay/schema';
import { expect, test } from 'vitest';
import { turnsUntil } from '../../test/turns-until.js';
import { parseTemplate } from './render-template.js';

const variables = { question: 'What?', candidate_answer: 'That.' };

async function render(text: string, values: Readonly<Record<string, string>> = variables): Promise<string> {
  return (await parseTemplate(text, 'the prompt', Object.keys(values))).render(values, 'c0de');
}

test.each([
  ['{% for i in (1..15000) %}{{ question }}{% endfor %}{{ question.deeper }}', /unknown variable "question.deeper"/u],
])('%s cannot be rendered', async (text, message) => {
  await expect(render(text)).rejects.toThrow(message);
  await expect(render(text)).rejects.toBeInstanceOf(UnscoredError);
});

test.each([
  ['strip_html', '{{ response | strip_html }}'],
  ['sort', '{{ response | split: "" | sort | join: "" | strip }}'],
  ['loops', '{% for a in (1..10000) %}{% for b in (1..10000) %}{% assign c = response | replace: "x", "y" %}{% endfor %}{% endfor %}'],
  ['replace', '{% assign part = response | slice: 0, 300000 | append: "b" | append: response | slice: 0, 600000 %}{{ response | replace: part, "" | size }}'],
  ['split', '{% assign half = response | slice: 0, 300000 %}{% assign part = half | append: "b" | append: half %}{% assign all = response | split: part %}{{ all | size }}'],
  ['contains', '{% assign half = response | slice: 0, 300000 %}{% assign part = half | append: "b" | append: half %}{% if response contains part %}x{% endif %}'],
  ['filters', `{{ response${' | append: response'.repeat(3_000)} | size }}`],
])('a template comes to an end on any text: %s', { timeout: 30_000 }, async (_, text) => {
  for (const part of ['<script', 'a']) {
    const response = part.repeat(1_400_000 / part.length);
    const rendered = parseTemplate(text, 'the prompt', ['response']).then((template) => template.render({ response }, 'c'));
    expect(await rendered.catch((error: unknown) => error)).toSatisfy((given: unknown) => typeof given === 'string' || given instanceof UnscoredError);
  }
});

test.each([
  ['contains', '{% if response contains part %}yes{% else %}no{% endif %}', 'no'],
  ['replace', '{{ response | replace: part, "" | size }}', '200000'],
  ['replace_first', '{{ response | replace_first: start, "bb" | size }}', '140002'],
  ['replace_last', '{{ response | replace_last: start, "" | size }}', '140000'],
  ['remove', '{{ response | remove: start | size }}', '20000'],
  ['split', '{% assign all = response | split: part %}{{ all | size }}', '1'],
])('no search for one text in another takes longer than they are long: %s', { timeout: 30_000 }, async (_, text, expected) => {
  const start = 'a'.repeat(60_000);
  const variables = { response: 'a'.repeat(200_000), part: `${start}b${start}`, start };
  const template = await parseTemplate(text, 'the prompt', Object.keys(variables));
  expect(await template.render(variables, 'c')).toBe(expected);
});

test('while a template takes long, everything else goes on, and who gives up need not wait', { timeout: 30_000 }, async () => {
  const loops = '{% for a in (1..3000) %}{% for b in (1..3000) %}{% assign c = response | append: "x" %}{% endfor %}{% endfor %}{{ response }}';
  const template = await parseTemplate(loops, 'the prompt', ['response']);
  const rendered = template.render({ response: 'a' }, 'c').catch((error: unknown) => error);
  expect(await turnsUntil(rendered)).toBeGreaterThan(5);
  expect(String(await rendered)).toContain('the prompt cannot be rendered within 1000 ms');
  await expect(template.render({ response: 'a' }, 'c', AbortSignal.timeout(30))).rejects.toMatchObject({ name: 'TimeoutError' });
});
