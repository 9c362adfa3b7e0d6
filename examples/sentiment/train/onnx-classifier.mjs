import { bytes, message, number, text } from './protobuf.mjs';

// Numbers of fields and types as the ONNX format defines them (onnx.proto).
const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_INT = 2;
const IR_VERSION = 8;
const OPSET = 13;

/** @param {string} name @param {readonly number[]} shape @param {number} type @param {Buffer} raw */
function tensor(name, shape, type, raw) {
  return message(5, [...shape.map((size) => number(1, size)), number(2, type), text(8, name), bytes(9, raw)]);
}

/** @param {string} name @param {readonly number[]} shape @param {ArrayLike<number>} values */
function floats(name, shape, values) {
  const raw = Buffer.alloc(values.length * 4);
  for (let i = 0; i < values.length; i++) raw.writeFloatLE(values[i], i * 4);
  return tensor(name, shape, FLOAT, raw);
}

/** @param {string} name @param {number} value */
function axis(name, value) {
  const raw = Buffer.alloc(8);
  raw.writeBigInt64LE(BigInt(value));
  return tensor(name, [1], INT64, raw);
}

/**
 * @param {string} operator
 * @param {readonly string[]} inputs
 * @param {string} output
 * @param {Readonly<Record<string, number>>} attributes
 */
function node(operator, inputs, output, attributes = {}) {
  const written = Object.entries(attributes).map(([name, value]) =>
    message(5, [text(1, name), number(3, value), number(20, ATTRIBUTE_INT)]),
  );
  return message(1, [
    ...inputs.map((input) => text(1, input)),
    text(2, output),
    text(3, output),
    text(4, operator),
    ...written,
  ]);
}

/**
 * An input or output. Named sizes may differ from call to call.
 * @param {number} field
 * @param {string} name
 * @param {number} type
 * @param {readonly (string | number)[]} shape
 */
function port(field, name, type, shape) {
  const sizes = shape.map((size) => message(1, [typeof size === 'string' ? text(2, size) : number(1, size)]));
  return message(field, [text(1, name), message(2, [message(1, [number(1, type), message(2, sizes)])])]);
}

/**
 * The network as an ONNX file: `input_ids` and `attention_mask` in, `logits` out.
 * @param {import('./network.mjs').Network} network
 * @returns {Buffer}
 */
export function onnxClassifier({ width, hidden, labels, pieces, inner, innerBias, outer, outerBias }) {
  const graph = [
    node('Gather', ['pieces', 'input_ids'], 'vectors'),
    node('Cast', ['attention_mask'], 'mask', { to: FLOAT }),
    node('Unsqueeze', ['mask', 'last_axis'], 'mask_column'),
    node('Mul', ['vectors', 'mask_column'], 'kept_vectors'),
    node('ReduceSum', ['kept_vectors', 'text_axis'], 'sum', { keepdims: 0 }),
    node('ReduceSum', ['mask', 'text_axis'], 'count', { keepdims: 1 }),
    node('Div', ['sum', 'count'], 'mean'),
    node('MatMul', ['mean', 'inner'], 'inner_product'),
    node('Add', ['inner_product', 'inner_bias'], 'inner_sum'),
    node('Relu', ['inner_sum'], 'neurons'),
    node('MatMul', ['neurons', 'outer'], 'outer_product'),
    node('Add', ['outer_product', 'outer_bias'], 'logits'),
    text(2, 'sentiment'),
    floats('pieces', [pieces.length / width, width], pieces),
    floats('inner', [width, hidden], inner),
    floats('inner_bias', [hidden], innerBias),
    floats('outer', [hidden, labels], outer),
    floats('outer_bias', [labels], outerBias),
    axis('last_axis', 2),
    axis('text_axis', 1),
    port(11, 'input_ids', INT64, ['batch', 'sequence']),
    port(11, 'attention_mask', INT64, ['batch', 'sequence']),
    port(12, 'logits', FLOAT, ['batch', labels]),
  ];
  return Buffer.concat([
    number(1, IR_VERSION),
    text(2, 'assay-sentiment-example'),
    message(7, graph),
    message(8, [text(1, ''), number(2, OPSET)]),
  ]);
}
