import { Buffer } from 'node:buffer';
import { canonicalJson } from '../domain/commitment/canonical-json.ts';
import type { KeySet, Signer } from './signing-keys.ts';

const payloadType = 'application/vnd.in-toto+json';

interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** What became of opening an envelope. */
export type Opened =
  | { readonly payload: Uint8Array; readonly kid: string; readonly problem?: undefined }
  | { readonly problem: string };

/** A payload in an envelope with one signature (DSSE 1.0.2), as the bytes of a file. */
export function sealEnvelope(payload: Uint8Array, signer: Signer): Buffer {
  const sig = signer.sign(preAuthEncoding(payload));
  return encode({
    payload: base64(payload),
    payloadType,
    signatures: [{ keyid: signer.kid, sig: base64(sig) }],
  });
}

/** Takes an envelope only as `sealEnvelope` writes it: every byte of it is then accounted for. */
export function openEnvelope(bytes: Uint8Array, keys: KeySet): Opened {
  const envelope = decode(bytes);
  if (envelope === undefined) return { problem: 'is no envelope with one signature' };
  const { payload: encoded, signatures } = envelope;
  const [{ keyid: kid, sig } = { keyid: '', sig: '' }] = signatures;
  if (!encode(envelope).equals(bytes)) return { problem: 'is not written as it was signed' };
  const payload = Buffer.from(encoded, 'base64');
  const holds = keys.holds(kid, preAuthEncoding(payload), Buffer.from(sig, 'base64'));
  if (holds === undefined) return { problem: 'is signed by a key that is not known' };
  return holds ? { payload, kid } : { problem: 'does not have the signature of its key' };
}

/** What is signed of a payload: its type and its bytes, each with its length (DSSE protocol, PAE). */
export function preAuthEncoding(payload: Uint8Array, type: string = payloadType): Buffer {
  const head = `DSSEv1 ${String(Buffer.byteLength(type))} ${type} ${String(payload.length)} `;
  return Buffer.concat([Buffer.from(head, 'utf8'), payload]);
}

function encode({ payload, payloadType: type, signatures }: Envelope): Buffer {
  const ordered = {
    payload: rewritten(payload),
    payloadType: type,
    signatures: signatures.map(encodeSignature),
  };
  return Buffer.from(canonicalJson(ordered), 'utf8');
}

function encodeSignature({ keyid, sig }: Envelope['signatures'][number]): object {
  return { keyid, sig: rewritten(sig) };
}

/** The one way to write these bytes in Base64. */
function rewritten(text: string): string {
  return base64(Buffer.from(text, 'base64'));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function decode(bytes: Uint8Array): Envelope | undefined {
  const { payload, payloadType: type, signatures } = (parse(bytes) ?? {}) as Partial<Record<string, unknown>>;
  if (typeof payload !== 'string' || type !== payloadType || !Array.isArray(signatures)) return undefined;
  const [{ keyid, sig } = {}, ...more] = signatures as readonly Partial<Record<string, unknown>>[];
  if (typeof keyid !== 'string' || typeof sig !== 'string' || more.length > 0) return undefined;
  return { payload, payloadType: type, signatures: [{ keyid, sig }] };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
