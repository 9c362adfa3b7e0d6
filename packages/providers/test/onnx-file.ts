/** As much of the ONNX format as the tiny models of the tests need. Numbers of fields are those of onnx.proto. */

const FLOAT = 1;
const INT64 = 7;
const OPSET = 11;
const IR_VERSION = 6;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Buffer.from([...bytes, rest]);
}

const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, content: Uint8Array): Buffer =>
  Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));
const message = (field: number, ...fields: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(fields));

/** Weights, row by row. */
export function weights(name: string, rows: readonly (readonly number[])[]): Buffer {
  const raw = Buffer.from(Float32Array.from(rows.flat()).buffer);
  const shape = [rows.length, rows[0]?.length ?? 0].map((size) => number(1, size));
  return message(5, ...shape, number(2, FLOAT), text(8, name), bytes(9, raw));
}

/** One step of a model. `sumOver` is the axis of a ReduceSum. */
export function step(operator: string, inputs: readonly string[], output: string, sumOver?: number): Buffer {
  const axes =
    sumOver === undefined
      ? []
      : [
          message(5, text(1, 'axes'), number(8, sumOver), number(20, 7)),
          message(5, text(1, 'keepdims'), number(3, 0), number(20, 2)),
        ];
  return message(1, ...inputs.map((input) => text(1, input)), text(2, output), text(4, operator), ...axes);
}

function port(field: number, name: string, type: number, shape: readonly (string | number)[]): Buffer {
  const sizes = shape.map((size) => message(1, typeof size === 'string' ? text(2, size) : number(1, size)));
  return message(field, text(1, name), message(2, message(1, number(1, type), message(2, ...sizes))));
}

/** A model that takes `input_ids` and gives one output of this shape. */
export function onnxFile(parts: readonly Buffer[], output: string, shape: readonly (string | number)[]): Buffer {
  const ports = [port(11, 'input_ids', INT64, ['batch', 'sequence']), port(12, output, FLOAT, shape)];
  const graph = message(7, ...parts, text(2, 'tiny'), ...ports);
  return Buffer.concat([number(1, IR_VERSION), graph, message(8, text(1, ''), number(2, OPSET))]);
}
