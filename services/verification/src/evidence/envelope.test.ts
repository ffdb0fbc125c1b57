import { Buffer } from 'node:buffer';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { openEnvelope, preAuthEncoding, sealEnvelope } from './envelope.ts';
import { createEvidenceKeys } from './signing-keys.ts';

const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const { signer, published } = createEvidenceKeys({ ...jwk, kid: 'evidence-bundles.1' }, undefined);

it('what is signed is the example of the DSSE protocol', () => {
  const encoded = preAuthEncoding(Buffer.from('hello world'), 'http://example.com/HelloWorld');
  expect(encoded.toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
});

it('a signature covers the type of the payload, so that another program cannot read it as another type', () => {
  const payload = Buffer.from('{"_type":"statement"}');
  const bytes = sealEnvelope(payload, signer);
  const { payloadType, signatures } = JSON.parse(bytes.toString()) as {
    payloadType: string;
    signatures: [{ sig: string }];
  };
  const signature = Buffer.from(signatures[0].sig, 'base64');
  const holds = (type: string): boolean => {
    const message = `DSSEv1 ${type.length} ${type} ${payload.length} ${payload.toString()}`;
    return verify(null, Buffer.from(message), createPublicKey({ key: { ...jwk }, format: 'jwk' }), signature);
  };
  expect(payloadType).toBe('application/vnd.in-toto+json');
  expect([holds(payloadType), holds('application/json')]).toEqual([true, false]);
  expect(openEnvelope(bytes, published)).toMatchObject({ kid: 'evidence-bundles.1' });
  const retyped = Buffer.from(bytes.toString().replace(payloadType, 'application/json'));
  expect(openEnvelope(retyped, published)).toEqual({ problem: 'is no envelope with one signature' });
});
