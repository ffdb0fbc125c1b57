import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findSignedLength, isManifestInPlace, readDataHash } from './data-hash.ts';
import type { C2paDataHash } from './data-hash.ts';

const content = Buffer.from('signed \0\0\0\u0008jumb text, later text');
const signedLength = 'signed \0\0\0\u0008jumb text'.length;
const dataHash: C2paDataHash = {
  algorithm: 'sha256',
  digest: createHash('sha256').update('signed  text').digest(),
  exclusions: [{ start: 7, length: 8 }],
};
const assertion = (more: object = {}): string =>
  JSON.stringify({
    manifests: [
      { label: 'other', assertions: {} },
      {
        label: 'active',
        assertions: {
          'c2pa.hash.data': {
            alg: 'sha256',
            hash: `b64'${dataHash.digest.toString('base64')}'`,
            exclusions: [{ start: 7, length: 8 }],
            ...more,
          },
        },
      },
    ],
  });

describe('readDataHash', () => {
  it('reads the hash of the active manifest', () => {
    expect(readDataHash(assertion(), 'active')).toEqual(dataHash);
  });

  it.each([
    ['another manifest', assertion(), 'other'],
    ['no manifest', '{}', undefined],
    ['an algorithm that is not known', assertion({ alg: 'md5' }), 'active'],
    ['ranges that are none', assertion({ exclusions: [{ start: -1, length: 2 }] }), 'active'],
    ['a hash that is none', assertion({ hash: 7 }), 'active'],
  ])('reads nothing of %s', (_name, json, label) => {
    expect(readDataHash(json, label)).toBeNull();
  });
});

describe('findSignedLength', () => {
  it('finds the length at which the content is what was signed, wherever ranges are left out', () => {
    expect(findSignedLength(content, dataHash, [content.length, 3, 10, signedLength])).toBe(signedLength);
    const twice = { ...dataHash, exclusions: [{ start: 4, length: 6 }, ...dataHash.exclusions] };
    const digest = createHash('sha256').update('sign text').digest();
    expect(findSignedLength(content, { ...twice, digest }, [signedLength])).toBe(signedLength);
  });

  it('finds none where a byte was changed, or the length is not among them', () => {
    const changed = Buffer.from(content);
    changed.write('S', 0, 'latin1');
    expect(findSignedLength(changed, dataHash, [signedLength])).toBeUndefined();
    expect(findSignedLength(content, dataHash, [signedLength + 1, content.length + 9])).toBeUndefined();
  });
});

describe('isManifestInPlace', () => {
  it('finds the manifest where the signed file had it', () => {
    expect(isManifestInPlace(content, dataHash)).toBe(true);
    expect(isManifestInPlace(Buffer.concat([Buffer.from(' '), content]), dataHash)).toBe(false);
    expect(isManifestInPlace(content.subarray(0, 9), dataHash)).toBe(false);
  });
});
