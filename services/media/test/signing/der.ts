/** One DER element: tag, length, content (ITU-T X.690 §8.1). */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const digits = length.subarray(length.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.of(tag, 0x80 | digits.length), digits, body]);
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
export const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
export const octets = (...content: readonly Uint8Array[]): Buffer => der(0x04, ...content);
export const bits = (content: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.of(unused), content);
export const truth = Buffer.of(0x01, 0x01, 0xff);
