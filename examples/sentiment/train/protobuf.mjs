/** As much of the protocol buffer encoding as an ONNX file needs. Every function gives the bytes of one field. */

/** @param {number} value a whole number ≥ 0 @returns {Buffer} */
function varint(value) {
  const bytes = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push(rest % 0x80 | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

/** @param {number} field @param {number} value @returns {Buffer} */
export function number(field, value) {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

/** @param {number} field @param {Uint8Array} content @returns {Buffer} */
export function bytes(field, content) {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

/** @param {number} field @param {string} value @returns {Buffer} */
export function text(field, value) {
  return bytes(field, Buffer.from(value));
}

/** @param {number} field @param {readonly Buffer[]} fields of the message inside @returns {Buffer} */
export function message(field, fields) {
  return bytes(field, Buffer.concat(fields));
}
