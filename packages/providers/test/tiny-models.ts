import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onnxClassifier } from '../../../examples/sentiment/train/onnx-classifier.mjs';
import { bytes, message, number, text } from '../../../examples/sentiment/train/protobuf.mjs';
import { tokenizerFile } from '../../../examples/sentiment/train/word-pieces.mjs';

/** The trained classifier of the examples. */
export const SENTIMENT = fileURLToPath(new URL('../../../examples/sentiment/models/sentiment', import.meta.url));

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const END = 3;

/** A folder with the four files that a model needs. */
function writeModel(files: { config: unknown; onnx: Buffer; words: readonly string[]; tokenizer?: unknown; more?: object }): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-model-'));
  mkdirSync(join(folder, 'onnx'));
  writeFileSync(join(folder, 'onnx', 'model.onnx'), files.onnx);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(files.config));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(files.tokenizer ?? tokenizerFile(files.words)));
  const marks = { pad_token: '[PAD]', unk_token: '[UNK]', cls_token: '[CLS]', sep_token: '[SEP]', eos_token: '[SEP]' };
  const config = { tokenizer_class: 'BertTokenizer', model_max_length: 64, ...marks, ...files.more };
  writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify(config));
  return folder;
}

/** A model that looks up one row of a table for each token. */
function lookUp(table: readonly (readonly number[])[], output: string): Buffer {
  const columns = table[0]?.length ?? 0;
  const raw = Buffer.alloc(table.length * columns * 4);
  for (const [index, value] of table.flat().entries()) raw.writeFloatLE(value, index * 4);
  const port = (field: number, name: string, type: number, sizes: readonly (string | number)[]): Buffer => {
    const shape = sizes.map((size) => message(1, [typeof size === 'string' ? text(2, size) : number(1, size)]));
    return message(field, [text(1, name), message(2, [message(1, [number(1, type), message(2, shape)])])]);
  };
  const graph = [
    message(1, [text(1, 'table'), text(1, 'input_ids'), text(2, output), text(4, 'Gather')]),
    text(2, 'look_up'),
    message(5, [number(1, table.length), number(1, columns), number(2, 1), text(8, 'table'), bytes(9, raw)]),
    port(11, 'input_ids', 7, ['batch', 'sequence']),
    port(12, output, 1, ['batch', 'sequence', columns]),
  ];
  return Buffer.concat([number(1, 8), message(7, graph), message(8, [text(1, ''), number(2, 13)])]);
}

/** Knows which words belong to the topics sports and billing, and whether a label follows from a text. */
export function inferenceModel(): string {
  const meanings: Readonly<Record<string, readonly number[]>> = {
    '[CLS]': [0, 0, 0, 0, 1],
    goal: [1, 0, 0, 0, 0],
    sports: [0, 1, 0, 0, 0],
    invoice: [0, 0, 1, 0, 0],
    billing: [0, 0, 0, 1, 0],
  };
  const words = [...SPECIAL, 'goal', 'sports', 'invoice', 'billing', 'the', 'a', 'this', 'example', 'is', 'about', '.'];
  const onnx = onnxClassifier({
    width: 5,
    hidden: 2,
    labels: 3,
    pieces: Float64Array.from(words.flatMap((word) => meanings[word] ?? [0, 0, 0, 0, 0])),
    // One neuron for each topic: fires when a word of the text and the label are both there.
    inner: Float64Array.from([1, 0, 1, 0, 0, 1, 0, 1, -1, -1]),
    innerBias: new Float64Array(2),
    outer: Float64Array.from([-20, 0, 40, -20, 0, 40]),
    outerBias: new Float64Array(3),
  });
  const id2label = { 0: 'contradiction', 1: 'neutral', 2: 'entailment' };
  return writeModel({ config: { model_type: 'distilbert', id2label }, onnx, words });
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
  const tokenizer = { ...tokenizerFile(words), post_processor: null };
  const template = '{% for message in messages %}{{ message.role }} : {{ message.content }} {% endfor %}';
  return writeModel({
    config,
    onnx: lookUp(table, 'logits'),
    words,
    tokenizer,
    more: { tokenizer_class: 'GPT2Tokenizer', ...(chat ? { chat_template: template } : {}) },
  });
}

/** One direction for fruits and one for vehicles. */
export function vectorModel(): string {
  const words = [...SPECIAL, 'apple', 'pear', 'car'];
  const meanings: Readonly<Record<string, readonly number[]>> = { apple: [3, 0], pear: [4, 1], car: [0, 5] };
  const table = words.map((word) => meanings[word] ?? [0, 0]);
  return writeModel({ config: { model_type: 'distilbert' }, onnx: lookUp(table, 'last_hidden_state'), words });
}
