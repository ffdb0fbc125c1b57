import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { bits, der, octets, oid, sequence, truth } from './der.ts';

/** A certificate chain for claims, made anew for every test process. */
export interface SigningIdentity {
  readonly privateKey: KeyObject;
  /** DER, the signer first. */
  readonly chain: readonly Buffer[];
  /** PEM of the root. */
  readonly anchorsPem: string;
}

interface Subject {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly expiresAt: string;
  readonly isAuthority: boolean;
}

interface Issuer {
  readonly name: string;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

/**
 * Makes a root and a claim signer below it, as the certificate profile asks (C2PA 2.2 §14.5).
 * @param expiresAt end of the signer's validity, `YYMMDDhhmmssZ`
 */
export function createSigningIdentity(organization: string, expiresAt = '491231000000Z'): SigningIdentity {
  const root = { name: `${organization} Root`, keys: generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  const signer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rootDer = certificate(
    { ...root.keys, name: root.name, expiresAt: '491231000000Z', isAuthority: true },
    root,
  );
  const signerDer = certificate({ ...signer, name: organization, expiresAt, isAuthority: false }, root);
  const base64 = rootDer.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    privateKey: signer.privateKey,
    chain: [signerDer, rootDer],
    anchorsPem: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

/** An X.509 version 3 certificate (RFC 5280 §4.1). */
function certificate(subject: Subject, issuer: Issuer): Buffer {
  const body = sequence(
    der(0xa0, Buffer.of(0x02, 0x01, 0x02)),
    Buffer.of(0x02, 0x02, 0x10, subject.isAuthority ? 1 : 2),
    ecdsaWithSha256,
    distinguishedName(issuer.name),
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from(subject.expiresAt))),
    distinguishedName(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions(subject, issuer))),
  );
  return sequence(body, ecdsaWithSha256, bits(sign('sha256', body, issuer.keys.privateKey)));
}

function distinguishedName(name: string): Buffer {
  const attribute = (type: string): Buffer => der(0x31, sequence(oid(type), der(0x0c, Buffer.from(name))));
  return sequence(attribute('55040a'), attribute('550403'));
}

function extensions({ publicKey, isAuthority }: Subject, issuer: Issuer): readonly Buffer[] {
  const emailProtection = sequence(oid('551d25'), octets(sequence(oid('2b06010505070304'))));
  return [
    sequence(oid('551d13'), truth, octets(isAuthority ? sequence(truth) : sequence())),
    sequence(oid('551d0f'), truth, octets(isAuthority ? bits(Buffer.of(0x06), 1) : bits(Buffer.of(0x80), 7))),
    sequence(oid('551d0e'), octets(octets(keyIdentifier(publicKey)))),
    sequence(oid('551d23'), octets(sequence(der(0x80, keyIdentifier(issuer.keys.publicKey))))),
    ...(isAuthority ? [] : [emailProtection]),
  ];
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
}
