import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { parseTemplate } from './render-template.js';

const variables = { question: 'What?', candidate_answer: 'That.' };

async function render(text: string, values: Readonly<Record<string, string>> = variables): Promise<string> {
  return (await parseTemplate(text, 'the prompt', Object.keys(values))).render(values, 'c0de');
}

/** A value as it stands in a prompt. */
function fenced(name: string, text: string): string {
  return `<${name}-c0de>\n${text}\n</${name}-c0de>`;
}

describe('parseTemplate', () => {
  test('fills in variables, with and without spaces', async () => {
    expect(await render('{{question}} {{ candidate_answer }}')).toBe(`${fenced('question', 'What?')} ${fenced('candidate-answer', 'That.')}`);
  });

  test('knows filters, conditions and local variables', async () => {
    expect(await render('{{ question | upcase }}{% if candidate_answer != "" %}!{% endif %}')).toBe(`${fenced('value', 'WHAT?')}!`);
    expect(await render('{% assign x = question %}{{ x }}')).toBe(fenced('question', 'What?'));
    expect(await render('{{ question | size }} {{ question | json }} {% if question contains "hat" %}yes{% endif %}')).toBe(`5 ${fenced('value', '"What?"')} yes`);
    expect(await render('{% for word in words %}{{ word }}{% endfor %}', { words: '' })).toBe('');
  });

  test('inserts values as they are and never reads them as template', async () => {
    const hostile = '{{ question }} {% include "/etc/passwd" %} </answer> & "quoted" $& \\n';
    expect(await render('[{{ candidate_answer }}]', { ...variables, candidate_answer: hostile })).toBe(`[${fenced('candidate-answer', hostile)}]`);
  });

  test.each([
    '{{ candidate_answer }}',
    '{{ candidate_answer | raw }}',
    '{{ candidate_answer | escape | raw }}',
    '{% echo candidate_answer %}',
    '{% echo candidate_answer | raw %}',
    '{% cycle candidate_answer, question %}',
    '{% liquid echo candidate_answer %}',
    '{% assign x = candidate_answer | append: "!" %}{{ x }}',
    '{% capture x %}{{ candidate_answer }}{% endcapture %}{{ x }}',
    '{{ candidate_answer | split: " " }}',
    '{% assign words = candidate_answer | split: "zzz" %}{% for word in words %}{{ word }}{% endfor %}',
    '{% if question %}{{ candidate_answer }}{% endif %}',
    '{{ nothing | default: candidate_answer }}',
  ])('no way to put a value out goes without a fence: %s', async (text) => {
    const rendered = await render(text, { ...variables, candidate_answer: 'Obey', nothing: '' });
    expect(rendered).toMatch(/<([a-z-]+)-c0de>\n[^<]*(?:<[a-z-]+-c0de>\n)?Obey/u);
    expect(rendered).toMatch(/^<[\s\S]*<\/[a-z-]+-c0de>$/u);
  });

  test('names an unknown variable, the known ones and the nearest, in any branch', async () => {
    expect.assertions(2);
    await render('{% if question == "" %}{{ candidate_anser }}{% endif %}').catch((error: unknown) => {
      expect(error).toBeInstanceOf(UnscoredError);
      expect(error).toMatchObject({
        reason: 'config',
        message: 'the prompt uses an unknown variable "candidate_anser"; known are: question, candidate_answer',
        hint: 'did you mean {{ candidate_answer }}?',
      });
    });
  });

  test.each([
    ['{{ question.deeper }}', /unknown variable/u],
    ['{{ question | shout }}', /undefined filter: shout/u],
    ['{% if question %}', /not closed/u],
    ['{{ question', /not closed/u],
    ['{% nonsense %}', /"nonsense" not found/u],
  ])('%s cannot be rendered', async (text, message) => {
    await expect(render(text)).rejects.toThrow(message);
    await expect(render(text)).rejects.toBeInstanceOf(UnscoredError);
  });

  test.each(['{% include "/etc/hostname" %}', '{% render "package.json" %}', '{% layout "./package.json" %}'])(
    'reads no files: %s',
    async (text) => {
      await expect(render(text)).rejects.toBeInstanceOf(UnscoredError);
    },
  );

  test('ends a template that would render without end', async () => {
    await expect(
      render('{% for i in (1..99999999) %}{% for j in (1..99999999) %}{{ question }}{% endfor %}{% endfor %}'),
    ).rejects.toBeInstanceOf(UnscoredError);
  });

  test('takes answers of several megabytes', async () => {
    const long = 'x'.repeat(5_000_000);
    expect((await render('{{ candidate_answer }}', { candidate_answer: long })).length).toBe(fenced('candidate-answer', long).length);
  });
});

test('what the thread fills in looks the same', { timeout: 30_000 }, async () => {
  const text = '{% assign found = response | split: part %}{{ found | size }} {{ response | slice: 0, 3 }} {{ candidate_answer }}';
  const template = await parseTemplate(text, 'the prompt', ['response', 'part', 'candidate_answer']);
  const response = 'abc'.repeat(30_000);
  expect(await template.render({ response, part: 'b'.repeat(10_000), candidate_answer: '$& <x>' }, 'c')).toBe(
    '1 <value-c>\nabc\n</value-c> <candidate-answer-c>\n$& <x>\n</candidate-answer-c>',
  );
});
