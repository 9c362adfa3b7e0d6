import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onnxFile, step, weights } from './onnx-file.js';

/** The trained classifier of the examples. */
export const SENTIMENT = fileURLToPath(new URL('../../../examples/sentiment/models/sentiment', import.meta.url));

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const END = 3;

/** A tokenizer whose pieces are whole words. */
function tokenizerFile(words: readonly string[], marked: boolean): unknown {
  const mark = (token: string): unknown => ({ SpecialToken: { id: token, type_id: 0 } });
  const sequence = (id: string): unknown => ({ Sequence: { id, type_id: 0 } });
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  return {
    version: '1.0',
    added_tokens: SPECIAL.map((content, id) => ({ id, content, ...flags })),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: marked
      ? {
          type: 'TemplateProcessing',
          single: [mark('[CLS]'), sequence('A'), mark('[SEP]')],
          pair: [mark('[CLS]'), sequence('A'), mark('[SEP]'), sequence('B'), mark('[SEP]')],
          special_tokens: Object.fromEntries(
            ['[CLS]', '[SEP]'].map((token) => [token, { id: token, ids: [words.indexOf(token)], tokens: [token] }]),
          ),
        }
      : null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: false },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  };
}

interface ModelFiles {
  readonly config: unknown;
  readonly onnx: Buffer;
  readonly words: readonly string[];
  /** False for a tokenizer that adds no marks for start and end. */
  readonly marked?: boolean;
  readonly tokenizer?: object;
}

/** A folder with the four files that a model needs. */
function writeModel({ config, onnx, words, marked = true, tokenizer }: ModelFiles): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-model-'));
  mkdirSync(join(folder, 'onnx'));
  writeFileSync(join(folder, 'onnx', 'model.onnx'), onnx);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerFile(words, marked)));
  const marks = { pad_token: '[PAD]', unk_token: '[UNK]', cls_token: '[CLS]', sep_token: '[SEP]', eos_token: '[SEP]' };
  const settings = { tokenizer_class: 'DistilBertTokenizer', model_max_length: 64, ...marks, ...tokenizer };
  writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify(settings));
  return folder;
}

/** A model that looks up one row of a table for each token. */
function lookUp(table: readonly (readonly number[])[], output: string): Buffer {
  const parts = [step('Gather', ['table', 'input_ids'], output), weights('table', table)];
  return onnxFile(parts, output, ['batch', 'sequence', table[0]?.length ?? 0]);
}

/** Knows which words belong to the topics sports and billing, and whether a label follows from a text. */
export function inferenceModel(): string {
  // Columns: about sports, about billing, and the start that every text has once.
  const meanings: Readonly<Record<string, readonly number[]>> = {
    '[CLS]': [0, 0, 1],
    goal: [1, 0, 0],
    sports: [1, 0, 0],
    invoice: [0, 1, 0],
    billing: [0, 1, 0],
  };
  const words = [...SPECIAL, 'goal', 'sports', 'invoice', 'billing', 'the', 'a', 'this', 'example', 'is', 'about', '.'];
  const table = words.map((word) => meanings[word] ?? [0, 0, 0]);
  const parts = [
    step('Gather', ['table', 'input_ids'], 'vectors'),
    step('ReduceSum', ['vectors'], 'sum', 1),
    step('MatMul', ['sum', 'both'], 'product'),
    step('Relu', ['product'], 'topics'),
    step('MatMul', ['topics', 'verdict'], 'logits'),
    weights('table', table),
    // One neuron for each topic: fires when both the text and the label are about it.
    weights('both', [
      [1, 0],
      [0, 1],
      [-1, -1],
    ]),
    weights('verdict', [
      [-5, 0, 5],
      [-5, 0, 5],
    ]),
  ];
  const id2label = { 0: 'contradiction', 1: 'neutral', 2: 'entailment' };
  return writeModel({
    config: { model_type: 'distilbert', id2label },
    onnx: onnxFile(parts, 'logits', ['batch', 3]),
    words,
  });
}

const SAID = ['the', 'capital', 'of', 'france', 'is', 'paris', 'red', 'green', 'blue', 'colour', 'user', ':'];

/** Continues "france" with "is paris", and "colour" with one of three colours. */
export function writingModel(chat: boolean): string {
  const words = [...SPECIAL, ...SAID];
  const id = (word: string): number => words.indexOf(word);
  const next: Readonly<Record<string, readonly string[]>> = {
    france: ['is'],
    is: ['paris'],
    colour: ['red', 'green', 'blue'],
    of: ['of'],
  };
  const table = words.map((word) => {
    const likely = new Set((next[word] ?? ['[SEP]']).map(id));
    return words.map((_, token) => (likely.has(token) ? 20 : 0));
  });
  const config = {
    model_type: 'gpt2',
    architectures: ['GPT2LMHeadModel'],
    vocab_size: words.length,
    n_layer: 1,
    n_head: 1,
    n_embd: 4,
    eos_token_id: END,
    pad_token_id: 0,
  };
  const template = '{% for message in messages %}{{ message.role }} : {{ message.content }} {% endfor %}';
  return writeModel({
    config,
    onnx: lookUp(table, 'logits'),
    words,
    marked: false,
    tokenizer: { tokenizer_class: 'GPT2Tokenizer', ...(chat ? { chat_template: template } : {}) },
  });
}

/** One direction for fruits and one for vehicles. */
export function vectorModel(): string {
  const words = [...SPECIAL, 'apple', 'pear', 'car'];
  const meanings: Readonly<Record<string, readonly number[]>> = { apple: [3, 0], pear: [4, 1], car: [0, 5] };
  const table = words.map((word) => meanings[word] ?? [0, 0]);
  return writeModel({ config: { model_type: 'distilbert' }, onnx: lookUp(table, 'last_hidden_state'), words });
}
