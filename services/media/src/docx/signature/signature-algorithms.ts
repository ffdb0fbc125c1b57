import type { CanonicalForm } from './canonicalize.ts';

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const enc = 'http://www.w3.org/2001/04/xmlenc#';

/** Names of Node's digests by the URIs of XML signatures (RFC 9231). */
export const digests: ReadonlyMap<string, string> = new Map([
  [`${dsig}sha1`, 'sha1'],
  [`${enc}sha256`, 'sha256'],
  [`${more}sha384`, 'sha384'],
  [`${enc}sha512`, 'sha512'],
]);

/** How a value is signed: with RSA (PKCS #1 v1.5) or ECDSA, over which digest. */
export interface SignatureMethod {
  readonly key: 'rsa' | 'ecdsa';
  readonly digest: string;
}

export const signatureMethods: ReadonlyMap<string, SignatureMethod> = new Map<string, SignatureMethod>([
  [`${dsig}rsa-sha1`, { key: 'rsa', digest: 'sha1' }],
  ...['sha256', 'sha384', 'sha512'].flatMap((digest): [string, SignatureMethod][] => [
    [`${more}rsa-${digest}`, { key: 'rsa', digest }],
    [`${more}ecdsa-${digest}`, { key: 'ecdsa', digest }],
  ]),
  [`${more}ecdsa-sha1`, { key: 'ecdsa', digest: 'sha1' }],
]);

export const canonicalForms: ReadonlyMap<string, CanonicalForm> = new Map<string, CanonicalForm>([
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', 'inclusive'],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', 'exclusive'],
]);

/** ECMA-376 part 2 §13.2.4.24. */
export const relationshipTransform = 'http://schemas.openxmlformats.org/package/2006/RelationshipTransform';
