import assert from 'node:assert/strict';
import type { TemplateRenderer } from '../contracts/template-renderer.js';
import { TemplateError } from '../errors/template-error.js';
import type { JsonObject } from '../domain/json.js';
import type { ConformanceCheck } from './support/conformance-check.js';

const VARIABLES: JsonObject = { name: 'Ann', empty: '', number: 3, list: ['a'], object: { key: 'x' }, evil: '{{ name }}{% if %}{#' };

function problemOf(renderer: TemplateRenderer, text: string): TemplateError {
  try {
    renderer.parse(text).render(VARIABLES);
  } catch (error) {
    assert.ok(error instanceof TemplateError, `not a TemplateError: ${String(error)}`);
    return error;
  }
  return assert.fail(`${text} was put out`);
}

type Check = (renderer: TemplateRenderer) => void;

const checks: Readonly<Record<string, Check>> = {
  'a text without marks is itself': (renderer) => {
    for (const text of ['', 'plain', '{ } } {', 'a\n\tb ', '100 % {x}']) assert.equal(renderer.parse(text).render({}), text);
  },
  'values are put in as they are: texts plain, the rest as JSON': (renderer) => {
    assert.equal(renderer.parse('{{ name }}|{{empty}}|{{ number }}|{{ list }}|{{ object }}').render(VARIABLES), 'Ann||3|["a"]|{"key":"x"}');
  },
  'values are never read as template': (renderer) => {
    assert.equal(renderer.parse('<{{ evil }}>').render(VARIABLES), `<${String(VARIABLES['evil'])}>`);
  },
  'a template can be filled in many times': (renderer) => {
    const template = renderer.parse('{{ name }}!');
    for (const name of ['a', 'b', 'a']) assert.equal(template.render({ name }), `${name}!`);
  },
  'says which variables it uses': (renderer) => {
    assert.deepEqual([...renderer.parse('{{ name }} {{ number }}').uses].toSorted(), ['name', 'number']);
  },
  'a variable that is missing is an error with its name and place': (renderer) => {
    const error = problemOf(renderer, 'Hi {{ nobody }}');
    assert.equal(error.variable, 'nobody');
    assert.ok(error.offset >= 3 && error.offset <= 6, `the place is that of the variable, not ${error.offset}`);
    assert.match(error.message, /name, empty, number/u);
  },
  'what every object has is no variable': (renderer) => {
    for (const name of ['constructor', '__proto__', 'toString']) problemOf(renderer, `{{ ${name} }}`);
  },
  'what is no template is an error and is never put out': (renderer) => {
    for (const text of ['{{ name', '{{ }}', '{% nonsense %}', '{{ name ! }}', '{{ name | nonsense }}', '{% if name %}']) problemOf(renderer, text);
  },
};

/** What everything promises that fills variables in. */
export function templateRendererConformance(make: () => Promise<TemplateRenderer>): readonly ConformanceCheck[] {
  const ready = async (): Promise<TemplateRenderer> => {
    const renderer = await make();
    await renderer.prepare?.();
    return renderer;
  };
  const own: ConformanceCheck = {
    name: 'what was made ready for one text reads it as what was made ready for all does',
    async run() {
      for (const text of ['plain', '{{ name }}', '{{ object }} and {{number}}']) {
        const renderer = await make();
        await renderer.prepare?.(text);
        assert.equal(renderer.parse(text).render(VARIABLES), (await ready()).parse(text).render(VARIABLES));
      }
    },
  };
  return [...Object.entries(checks).map(([name, check]) => ({ name, run: async () => check(await ready()) })), own];
}
