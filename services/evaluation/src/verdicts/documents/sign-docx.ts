import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { addPart } from './docx-package.ts';
import type { DocxParts } from './docx-package.ts';

const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const ecdsa = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
const signaturePart = '_xmlsignatures/sig90.xml';
/** What Office leaves unsigned, or signs by a selection. */
const unsigned = /^docProps\/|^_xmlsignatures\/|^\[Content_Types\]\.xml$|\.rels$|\/$/u;

/**
 * Adds a signature of all parts as they are (ECMA-376 part 2 §13; W3C XML Signature 1.1), by a key that is made for it, in canonical form already. It
 * brings no certificate, so that its value is not verified, and its digests are.
 */
export function signDocx(parts: DocxParts): DocxParts {
  const listed = Object.entries(parts).filter(([name]) => !unsigned.test(name));
  const references = listed.map(([name, bytes]) => referenceTo(`/${encodeURI(name)}?ContentType=x`, bytes));
  const manifest = `<Manifest>${references.join('')}</Manifest></Object>`;
  const object = (attribute: string): string => `<Object${attribute} Id="idPackageObject">${manifest}`;
  const reference = referenceTo('#idPackageObject', object(` xmlns="${dsig}"`));
  const info = `<CanonicalizationMethod Algorithm="${c14n}"></CanonicalizationMethod><SignatureMethod Algorithm="${ecdsa}"></SignatureMethod>${reference}</SignedInfo>`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const value = sign('sha256', Buffer.from(`<SignedInfo xmlns="${dsig}">${info}`), key).toString('base64');
  const signature = `<Signature xmlns="${dsig}" Id="s"><SignedInfo>${info}<SignatureValue>${value}</SignatureValue>${object('')}</Signature>`;
  return addPart(parts, signaturePart, signature);
}

/** As Word leaves a signed document that somebody edits, once they have agreed to it. */
export function withoutSignatures(parts: DocxParts): DocxParts {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => !name.startsWith('_xmlsignatures/')));
}

function referenceTo(uri: string, content: Uint8Array | string): string {
  const digest = createHash('sha256').update(content).digest('base64');
  return `<Reference URI="${uri}"><DigestMethod Algorithm="${sha256}"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`;
}
