import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { splitDocuments } from './split-documents.js';

function split(...documents: readonly unknown[]) {
  const { context, found } = recordingContext({ documentDepth: 1 });
  const { header, prompts } = splitDocuments(documents, context);
  return { header: header !== undefined, prompts: prompts.map(({ path }) => path.join('.')), found };
}

const A = { prompt: 'a' };
const B = { id: 'b', messages: [] };

describe('structures', () => {
  test.each<[string, readonly unknown[], boolean, readonly string[]]>([
    ['a header and a list', [{ title: 't' }, [A, B]], true, ['1.0', '1.1']],
    ['a header and single prompts', [{ models: ['CORE'] }, A, B], true, ['1', '2']],
    ['a header and several lists', [{ title: 't' }, [A], [B, A]], true, ['1.0', '2.0', '2.1']],
    ['a header and lists among single prompts', [{ title: 't' }, A, [B], A], true, ['1', '2.0', '3']],
    ['a header and prompts under a key of their own', [{ title: 't' }, { prompts: [A, B] }], true, ['1.prompts.0', '1.prompts.1']],
    ['a stream of prompts', [A, B, A], false, ['0', '1', '2']],
    ['a list of prompts', [[A, B]], false, ['0.0', '0.1']],
    ['several lists', [[A], [B]], false, ['0.0', '1.0']],
    ['a prompts key', [{ title: 't', prompts: [A, B] }], true, ['0.prompts.0', '0.prompts.1']],
    ['a prompts key and further documents, in order', [{ prompts: [A] }, B, [A]], true, ['0.prompts.0', '1', '2.0']],
    ['one prompt', [A], false, ['0']],
  ])('%s', (_, documents, header, prompts) => {
    expect(split(...documents)).toEqual({ header, prompts, found: [] });
  });
});

describe('what makes a first document the header', () => {
  test.each([
    'prompts', 'title', 'configTitle', 'configId', 'author', 'models', 'systemPrompt', 'systems', 'temperatures', 'evaluationConfig', 'point_defs', 'tools',
    'toolUse', 'context',
  ])('%s does, also beside keys of prompts', (key) => {
    expect(split({ [key]: [], should: ['x'] }, A).header).toBe(true);
  });

  test.each(['prompt', 'promptText', 'messages', 'ideal', 'should', 'points', 'expectations', 'should_not', 'weight', 'requiredTools', 'maxCalls'])(
    'with %s and keys that both levels have, it is a prompt',
    (key) => {
      const first = { id: 'x', system: 's', citation: 'c', references: [], tags: [], description: 'd', temperature: 0, render_as: 'html', noCache: true };
      expect(split({ ...first, [key]: 'x' }, A)).toEqual({ header: false, prompts: ['0', '1'], found: [] });
    },
  );

  test('keys that both levels have decide nothing: what cannot be a prompt is a header', () => {
    expect(split({ id: 'x', description: 'd', system: 's' }, [A])).toEqual({ header: true, prompts: ['1.0'], found: [] });
  });
});

describe('what is wrong', () => {
  const noPrompts = 'error no-prompts at 0: the blueprint has no prompts -> write them as a list under prompts:, or in a document of their own after a line ---';
  test.each<[string, readonly unknown[], readonly string[]]>([
    ['a header alone', [{ title: 't' }], [noPrompts]],
    ['an empty list', [{ title: 't', prompts: [] }], [noPrompts]],
    ['an empty key', [{ title: 't', prompts: null }], [noPrompts]],
    ['a list of nothing', [[]], [noPrompts]],
    ['prompts that are no list', [{ prompts: A }], ['error invalid-field at 0.prompts: prompts must be a list, not a mapping -> start each prompt with -']],
    ['a document that is a text', [{ title: 't' }, 'hello', A], ['error invalid-field at 1: a document of a blueprint must be a prompt or a list of prompts, not a string -> write - prompt: …, or prompt: …']],
    ['keys of a header beside prompts of a later document', [{ title: 't' }, { models: [], prompts: [A] }], ['warning unknown-key at key 1.models: unknown key "models"; it is ignored -> move it to the first document']],
  ])('%s', (_, documents, found) => {
    expect(split(...documents).found).toEqual(found);
  });
});
