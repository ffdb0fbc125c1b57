import { createHash, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { docxParts, zipOf } from '../../../../media/test/build-docx.ts';
import { createSigningIdentity } from '../../../../media/test/signing/certificates.ts';
import type { CheckResult } from '../../check/check.ts';
import { createSubject, runCheck } from '../../run/run-checks.ts';
import { check as docxSignatures } from './check.ts';

const folder = mkdtempSync(join(tmpdir(), 'docx-signatures-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const signer = createSigningIdentity('Ada Example');
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const packageUri = 'http://schemas.openxmlformats.org/package/2006';
const relationshipsXml = `<?xml version="1.0"?>\n<Relationships xmlns="${packageUri}/relationships"><Relationship Type="t:b" Target="b.xml" Id="rId2"/>\n<Relationship Id="rId1" Type="t:a" Target="a.xml"/><Relationship Id="rId3" Type="t:c" Target="c.xml"/></Relationships>`;
/** By hand: those two that are signed, in order, in canonical form. */
const canonicalRelationships = `<Relationships xmlns="${packageUri}/relationships"><Relationship Id="rId1" Target="a.xml" TargetMode="Internal" Type="t:a"></Relationship><Relationship Id="rId2" Target="b.xml" TargetMode="Internal" Type="t:b"></Relationship></Relationships>`;
const body = '<w:p><w:r><w:t>Rent: 100</w:t></w:r></w:p>';
const parts = (text = body) =>
  docxParts(text, { 'word/_rels/styles.xml.rels': relationshipsXml }).map(({ name, content }) => ({
    name,
    content: content.toString(),
  }));

const digestOf = (content: string, algorithm = 'sha256'): string =>
  createHash(algorithm).update(content).digest('base64');
const uriOf = (algorithm: string): string =>
  algorithm === 'sha1'
    ? `${dsig}sha1`
    : algorithm === 'sha384'
      ? 'http://www.w3.org/2001/04/xmldsig-more#sha384'
      : `http://www.w3.org/2001/04/xmlenc#${algorithm}`;
const reference = (
  uri: string,
  digest: string,
  { transforms = '', algorithm = 'sha256', type = '' } = {},
): string =>
  `<Reference${type === '' ? '' : ` Type="${type}"`} URI="${uri}">${transforms}<DigestMethod Algorithm="${uriOf(algorithm)}"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`;

/** A signature as Office writes it; all of it is in canonical form already, so that the test needs no canonicalizer. */
function signatureOf(signed: Readonly<Record<string, string>>, algorithm = 'sha256'): string {
  const transforms = `<Transforms><Transform Algorithm="${packageUri}/RelationshipTransform"><mdssi:RelationshipReference xmlns:mdssi="${packageUri}/digital-signature" SourceId="rId2"></mdssi:RelationshipReference><mdssi:RelationshipsGroupReference xmlns:mdssi="${packageUri}/digital-signature" SourceType="t:a"></mdssi:RelationshipsGroupReference></Transform><Transform Algorithm="${c14n}"></Transform></Transforms>`;
  const listed = [
    ...Object.entries(signed).map(([name, content]) =>
      reference(`/${name}?ContentType=application/xml`, digestOf(content, algorithm), { algorithm }),
    ),
    reference('/word/_rels/styles.xml.rels?ContentType=x', digestOf(canonicalRelationships), { transforms }),
  ];
  const inner = `<Manifest>${listed.join('')}</Manifest><SignatureProperties><SignatureProperty Id="t" Target="#s"><mdssi:SignatureTime xmlns:mdssi="${packageUri}/digital-signature"><mdssi:Format>YYYY-MM-DDThh:mm:ssTZD</mdssi:Format><mdssi:Value>2026-03-02T10:00:00Z</mdssi:Value></mdssi:SignatureTime></SignatureProperty></SignatureProperties></Object>`;
  const object = `<Object Id="idPackageObject">${inner}`;
  const digested = `<Object xmlns="${dsig}" Id="idPackageObject">${inner}`;
  const info = `<CanonicalizationMethod Algorithm="${c14n}"></CanonicalizationMethod><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"></SignatureMethod>${reference('#idPackageObject', digestOf(digested), { type: `${dsig}Object` })}</SignedInfo>`;
  const value = sign('sha256', Buffer.from(`<SignedInfo xmlns="${dsig}">${info}`), {
    key: signer.privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  const certificate = signer.chain[0]?.toString('base64') ?? '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Signature xmlns="${dsig}" Id="s"><SignedInfo>${info}<SignatureValue>${value.toString('base64')}</SignatureValue><KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>${object}</Signature>`;
}

const contentOf = (name: string): string => parts().find((part) => part.name === name)?.content ?? '';
const signedParts = Object.fromEntries(
  ['word/document.xml', 'word/settings2.xml', 'word/fontTable.xml'].map((name) => [name, contentOf(name)]),
);

async function verifyWith(
  signature: string,
  changed: Readonly<Record<string, string>> = {},
  removed = '',
  extra: Readonly<Record<string, string>> = {},
): Promise<CheckResult> {
  const added = Object.entries(extra).map(([name, content]) => ({ name, content }));
  const all = [...parts(), { name: '_xmlsignatures/sig1.xml', content: signature }, ...added]
    .filter(({ name }) => name !== removed)
    .map(({ name, content }) => ({ name, content: changed[name] ?? content }));
  const path = join(folder, 'subject.docx');
  const bytes = zipOf(all);
  writeFileSync(path, bytes);
  const subject = createSubject({ bytes, mimeType: docxType, path, enrichment: {}, claims: {} });
  return runCheck(docxSignatures, subject, new AbortController().signal);
}

describe('docx-signatures', () => {
  it.each(['sha1', 'sha256', 'sha384', 'sha512'])(
    'verifies a signature whose digests are %s',
    async (algorithm) => {
      const result = await verifyWith(signatureOf(signedParts, algorithm));
      expect(result.statement).toContain(
        'All that was signed is unchanged. All parts of its content are signed.',
      );
      expect(result.statement).toContain('Its signer calls itself');
      expect(result).toMatchObject({
        llrManipulated: 0,
        llrAuthentic: 0,
        facts: {
          signatures: [
            {
              integrity: {
                value: 'agrees',
                lists: 'agrees',
                changedParts: [],
                missingParts: [],
                unverifiedParts: [],
              },
              coverage: { signedParts: 4 },
              trust: 'not checked',
              claim: { statedTime: '2026-03-02T10:00:00Z', certificate: { isSelfIssued: false } },
            },
          ],
        },
      });
    },
  );

  it('finds a part that was changed after signing, and one that is gone', async () => {
    const document = contentOf('word/document.xml').replace('100', '900');
    const changed = await verifyWith(signatureOf(signedParts), { 'word/document.xml': document });
    expect(changed.llrManipulated).toBe(2);
    expect(changed.statement).toContain('word/document.xml was changed or removed since');
    const gone = await verifyWith(signatureOf(signedParts), {}, 'word/fontTable.xml');
    expect(gone.facts).toMatchObject({
      signatures: [{ integrity: { missingParts: ['word/fontTable.xml'] } }],
    });
  });

  it('leaves open what a list or a selection that does not agree means', async () => {
    const rewritten = signatureOf(signedParts).replace('2026-03-02T10', '2026-03-01T10');
    expect(await verifyWith(rewritten)).toMatchObject({
      llrManipulated: 0.7,
      facts: { signatures: [{ integrity: { value: 'agrees', lists: 'differs' } }] },
    });
    const other = relationshipsXml.replace('a.xml', 'other.xml');
    expect(await verifyWith(signatureOf(signedParts), { 'word/_rels/styles.xml.rels': other })).toMatchObject(
      {
        llrManipulated: 0.7,
      },
    );
    const unsigned = relationshipsXml.replace('c.xml', 'other.xml');
    expect(
      await verifyWith(signatureOf(signedParts), { 'word/_rels/styles.xml.rels': unsigned }),
    ).toMatchObject({
      llrManipulated: 0,
    });
  });

  it('finds a signature value of another key', async () => {
    const signature = signatureOf(signedParts);
    const other = createSigningIdentity('Eve').chain[0]?.toString('base64') ?? '';
    const swapped = signature.replace(/<X509Certificate>[^<]*/, `<X509Certificate>${other}`);
    expect(await verifyWith(swapped)).toMatchObject({
      llrManipulated: 0.7,
      facts: { signatures: [{ integrity: { value: 'differs', lists: 'agrees' } }] },
    });
  });

  it('does not take a list that is not signed for cover', async () => {
    const { 'word/settings2.xml': settings = '', ...some } = signedParts;
    const added = reference('/word/settings2.xml', digestOf(settings));
    const wrapped = signatureOf(some).replace(
      '</KeyInfo>',
      `</KeyInfo><Object><Manifest>${added}</Manifest></Object>`,
    );
    expect((await verifyWith(wrapped)).statement).toContain('Not signed are word/settings2.xml.');
  });

  it('names the parts of the content that no signature covers, without weight', async () => {
    const { 'word/settings2.xml': _, ...some } = signedParts;
    const result = await verifyWith(signatureOf(some));
    expect(result.statement).toContain('Not signed are word/settings2.xml.');
    expect(result.llrManipulated).toBe(0);
  });

  it('says of a signature beyond its limit that it was not verified', async () => {
    const intact = signatureOf(signedParts);
    const extra = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`_xmlsignatures/sig${String(index + 2)}.xml`, intact]),
    );
    const result = await verifyWith(intact, {}, '', extra);
    expect(result.statement).toContain('1 of 21 signatures was not verified.');
    expect(result.statement).not.toMatch(/unchanged|[Aa]ll (?:parts|that)/);
    expect(result.searched).toContainEqual(
      expect.objectContaining({ unit: 'signature', total: 21, searched: 20, why: 'limit' }),
    );
  });

  it('says of signed parts beyond its limit that they were not verified, and does not call them unsigned', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 501 }, (_, index) => [`word/part${String(index)}.xml`, '<part></part>']),
    );
    const result = await verifyWith(signatureOf({ ...signedParts, ...many }), {}, '', many);
    expect(result.statement).toContain('5 of 505 signed parts were not verified.');
    expect(result.statement).not.toMatch(/unchanged|[Aa]ll (?:parts|that)|Not signed/);
  });

  it('says of a part whose digest it cannot compute that it was not verified', async () => {
    const { statement } = await verifyWith(signatureOf(signedParts, 'md5'));
    expect(statement).toContain('3 of 4 signed parts could not be read and were not verified.');
    expect(statement).not.toContain('unchanged');
  });

  it('is not applicable without a signature, to broken ones and to other files', async () => {
    expect((await verifyWith('<unclosed>')).applicability).toMatchObject({
      reason: 'its signatures cannot be read',
    });
    expect((await verifyWith('', {}, '_xmlsignatures/sig1.xml')).applicability).toMatchObject({
      reason: 'the document bears no signature',
    });
  });
});
