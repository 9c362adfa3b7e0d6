import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { readTools, readToolUse } from './tools.js';

function tools(raw: unknown) {
  const { context, found } = recordingContext();
  return { tools: readTools(context, raw, ['tools']), found };
}

function toolUse(raw: unknown) {
  const { context, found } = recordingContext();
  return { use: readToolUse(context, raw, ['toolUse']), found };
}

describe('tools', () => {
  test('have a name, and perhaps a description and a schema of their arguments', () => {
    const list = [{ name: 'add', description: 'Adds.', schema: { type: 'object', properties: { a: { type: 'number' } } } }, { name: 'look' }];
    expect(tools(list)).toEqual({ tools: list, found: [] });
    expect(tools(undefined)).toEqual({ tools: [], found: [] });
  });

  test.each<[unknown, string]>([
    [{}, 'error invalid-field at tools: tools must be a list, not a mapping -> start each tool with - name: …'],
    [['add'], 'error invalid-field at tools.0: a tool must be a mapping with a name, not a string -> write - name: …'],
    [[{ description: 'x' }], 'error invalid-field at tools.0: a tool has no name -> write name: …'],
    [[{ name: 4 }], 'error invalid-field at tools.0.name: the name of a tool must be a text, not the number 4 -> write name: …'],
    [[{ name: 'a', schema: 'x' }], 'error invalid-field at tools.0.schema: the schema of a tool must be a mapping (a JSON Schema), not a string -> write type: object and properties: …'],
    [[{ name: 'a', parameters: {} }], 'warning unknown-key at key tools.0.parameters: unknown key "parameters" in tools; it is ignored -> write the JSON Schema of the arguments under schema'],
    [[{ name: 'a' }, { name: 'a' }], 'error duplicate-name at tools.1.name: two tools are named "a" (the first one is here: key tools.0.name) -> give each tool its own name'],
  ])('%j', (raw, finding) => {
    expect(tools(raw).found).toEqual([finding]);
  });
});

describe('toolUse', () => {
  test('is kept with keys in snake_case; that maxSteps has no effect is a note', () => {
    expect(toolUse({ enabled: true, mode: 'trace-only', maxSteps: 2, outputFormat: 'json-line' })).toEqual({
      use: { enabled: true, mode: 'trace-only', max_steps: 2, output_format: 'json-line' },
      found: ['info no-effect at key toolUse.maxSteps: maxSteps has no effect: tools are not executed, so there is only one step -> limit the calls of a prompt with maxCalls'],
    });
    expect(toolUse({ enabled: false })).toEqual({ use: { enabled: false }, found: [] });
    expect(toolUse(null)).toEqual({ use: undefined, found: [] });
  });

  test.each<[unknown, string]>([
    [true, 'error invalid-field at toolUse: toolUse must be a mapping, not a boolean -> write enabled: true and mode: trace-only under it'],
    [{ enabled: 'yes' }, 'error invalid-field at toolUse.enabled: enabled must be true or false, not "yes" -> write enabled: true, or leave it out'],
    [{ mode: 'auto' }, 'warning no-effect at toolUse.mode: mode: auto is the same as trace-only here: tools are never executed -> write mode: trace-only'],
    [{ mode: 'execute' }, 'error invalid-field at toolUse.mode: mode must be trace-only, not "execute": tools are never executed -> write mode: trace-only, or leave it out'],
    [{ mode: 3 }, 'error invalid-field at toolUse.mode: mode must be trace-only, not the number 3: tools are never executed -> write mode: trace-only, or leave it out'],
    [{ outputFormat: 'xml' }, 'error invalid-field at toolUse.outputFormat: outputFormat must be json-line, not "xml": calls are read from lines that begin with TOOL_CALL -> write outputFormat: json-line, or leave it out'],
    [{ maxSteps: 0 }, 'error invalid-field at toolUse.maxSteps: maxSteps must be a whole number >= 1, not the number 0 -> use a number such as 4'],
    [{ max_steps: 1 }, 'warning unknown-key at key toolUse.max_steps: unknown key "max_steps" in toolUse; it is ignored -> did you mean maxSteps?'],
  ])('%j', (raw, finding) => {
    expect(toolUse(raw).found).toEqual([finding]);
  });
});
