import { sign } from 'node:crypto';
import type { SigningIdentity } from './certificates.ts';

/** Bytes that a signature is padded to, as the claim reserves them. */
export const reservedBytes = 4096;

/** A detached COSE_Sign1 over a claim with ES256 and the chain in `x5chain` (RFC 9052 §4.2, C2PA 2.2 §13.2). */
export function coseSign(claim: Uint8Array, { privateKey, chain }: SigningIdentity): Uint8Array<ArrayBuffer> {
  const x5chain = Buffer.concat([Buffer.of(0x80 | chain.length), ...chain.map(byteString)]);
  const headers = Buffer.concat([Buffer.of(0xa2, 0x01, 0x26, 0x18, 0x21), x5chain]);
  const context = Buffer.from('Signature1');
  const signed = Buffer.concat([
    Buffer.of(0x84, 0x60 | context.length),
    context,
    byteString(headers),
    byteString(Buffer.alloc(0)),
    byteString(claim),
  ]);
  const signature = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const start = Buffer.concat([
    Buffer.of(0xd2, 0x84),
    byteString(headers),
    Buffer.of(0xa1, 0x63),
    Buffer.from('pad'),
  ]);
  const end = Buffer.concat([Buffer.of(0xf6), byteString(signature)]);
  const pad = Buffer.alloc(reservedBytes - start.length - end.length - 3);
  return new Uint8Array(Buffer.concat([start, byteString(pad), end]));
}

/** A CBOR byte string (RFC 8949 §3.1, major type 2). */
function byteString(content: Uint8Array): Buffer {
  const { length } = content;
  const long = Buffer.of(0x59, length >> 8, length & 0xff);
  const head = length < 24 ? Buffer.of(0x40 | length) : length < 256 ? Buffer.of(0x58, length) : long;
  return Buffer.concat([head, content]);
}
