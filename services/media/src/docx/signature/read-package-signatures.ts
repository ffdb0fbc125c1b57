import { createHash, verify, X509Certificate } from 'node:crypto';
import { withArchive } from '../../archive/open-archive.ts';
import type { Archive } from '../../archive/open-archive.ts';
import { canonicalize } from './canonicalize.ts';
import type {
  Agreement,
  PackageSignature,
  PackageSignatures,
  SignedPart,
  SignerCertificate,
} from './package-signature.ts';
import { relationshipSubset } from './relationship-subset.ts';
import { canonicalForms, digests, relationshipTransform, signatureMethods } from './signature-algorithms.ts';
import { attributeOf, childElements, elementsOf, findElement, parseXml, textOf } from './xml-tree.ts';
import type { XmlElement } from './xml-tree.ts';

const signaturePart = /^_xmlsignatures\/[^/]+\.xml$/i;
const maxSignatures = 20;
const maxParts = 500;

/**
 * Verifies the XML signatures (W3C XML Signature 1.1) of a Word document: digests of parts, of the lists of parts, and the value
 * by the key of the certificate within. No certificate is trusted or asked for.
 * @throws UndecodableError when it is no archive
 */
export function readPackageSignatures(path: string): Promise<PackageSignatures> {
  return withArchive(path, async (archive) => {
    const names = archive.names.filter((name) => signaturePart.test(name));
    const signatures: PackageSignature[] = [];
    for (const name of names.slice(0, maxSignatures)) signatures.push(await readSignature(archive, name));
    const partNames = archive.names.filter(
      (name) => !name.startsWith('_xmlsignatures/') && !name.endsWith('/'),
    );
    return { signatures, signatureCount: names.length, partNames };
  });
}

async function readSignature(archive: Archive, name: string): Promise<PackageSignature> {
  const root = parseXml(await readPart(archive, name));
  const info = findElement(root, 'SignedInfo');
  const signed = info === undefined ? [] : referencesOf(info);
  // A list that is not signed itself says nothing: anybody can add one.
  const within = signed.flatMap((reference) => targetOf(root, reference) ?? []);
  const manifests = within.flatMap(elementsOf).filter(({ local }) => local === 'Manifest');
  const references = manifests.flatMap(referencesOf);
  const parts: SignedPart[] = [];
  for (const reference of references.slice(0, maxParts)) parts.push(await verifyPart(archive, reference));
  const certificate = readCertificate(root);
  const listed =
    info === undefined ? [] : referencesOf(info).map((reference) => verifyWithin(root, reference));
  const time = findElement(root, 'SigningTime') ?? findElement(root, 'Value');
  return {
    name,
    value: info === undefined || certificate === null ? 'unknown' : verifyValue(root, info, certificate),
    lists: worstOf(listed),
    parts,
    partCount: references.length,
    certificate: certificate === null ? null : factsOf(certificate),
    statedTime: time === undefined ? null : textOf(time).slice(0, 40),
  };
}

async function readPart(archive: Archive, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function referencesOf(element: XmlElement): XmlElement[] {
  return childElements(element).filter(({ local }) => local === 'Reference');
}

function worstOf(agreements: readonly Agreement[]): Agreement {
  if (agreements.includes('differs')) return 'differs';
  return agreements.length === 0 || agreements.includes('unknown') ? 'unknown' : 'agrees';
}

/** A reference to a part: `/word/document.xml?ContentType=…`. */
async function verifyPart(archive: Archive, reference: XmlElement): Promise<SignedPart> {
  const [path = ''] = (attributeOf(reference, 'URI') ?? '').split('?');
  const name = decodeName(path.replace(/^\//, ''));
  const transforms = transformsOf(reference);
  const isWhole = transforms.length === 0;
  const stored = archive.names.find((part) => part.toLowerCase() === name.toLowerCase());
  if (stored === undefined) return { name, agreement: 'missing', isWhole };
  const bytes = await readPart(archive, stored);
  const digested = isWhole ? bytes : transformed(bytes, transforms);
  return { name, agreement: digested === null ? 'unknown' : compareDigest(reference, digested), isWhole };
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function transformsOf(reference: XmlElement): XmlElement[] {
  return childElements(reference)
    .filter(({ local }) => local === 'Transforms')
    .flatMap(childElements);
}

/** What the transforms make of a part; null where one of them is not known, or the part is no XML. */
function transformed(bytes: Buffer, transforms: readonly XmlElement[]): Buffer | null {
  try {
    let root = parseXml(bytes);
    let form = canonicalForms.get('http://www.w3.org/TR/2001/REC-xml-c14n-20010315');
    for (const transform of transforms) {
      const algorithm = attributeOf(transform, 'Algorithm') ?? '';
      if (algorithm === relationshipTransform) root = relationshipSubset(root, transform);
      else form = canonicalForms.get(algorithm);
    }
    return form === undefined ? null : canonicalize(root, form);
  } catch {
    return null;
  }
}

/** The one element that a reference such as `#idPackageObject` names; undefined where it is none, or not the only one. */
function targetOf(root: XmlElement, reference: XmlElement): XmlElement | undefined {
  const uri = attributeOf(reference, 'URI') ?? '';
  const named = uri.startsWith('#')
    ? elementsOf(root).filter((element) => attributeOf(element, 'Id') === uri.slice(1))
    : [];
  return named.length === 1 ? named[0] : undefined;
}

function verifyWithin(root: XmlElement, reference: XmlElement): Agreement {
  const element = targetOf(root, reference);
  if (element === undefined) return 'unknown';
  const algorithms = transformsOf(reference).map((transform) => attributeOf(transform, 'Algorithm') ?? '');
  const forms = algorithms.map((algorithm) => canonicalForms.get(algorithm));
  if (forms.includes(undefined)) return 'unknown';
  return compareDigest(reference, canonicalize(element, forms.at(-1) ?? 'inclusive'));
}

function compareDigest(reference: XmlElement, bytes: Buffer): Agreement {
  const method = childElements(reference).find(({ local }) => local === 'DigestMethod');
  const value = childElements(reference).find(({ local }) => local === 'DigestValue');
  const digest = digests.get(method === undefined ? '' : (attributeOf(method, 'Algorithm') ?? ''));
  if (digest === undefined || value === undefined) return 'unknown';
  const expected = Buffer.from(textOf(value), 'base64');
  return createHash(digest).update(bytes).digest().equals(expected) ? 'agrees' : 'differs';
}

function verifyValue(root: XmlElement, info: XmlElement, certificate: X509Certificate): Agreement {
  const algorithmOf = (local: string): string => {
    const element = childElements(info).find((child) => child.local === local);
    return element === undefined ? '' : (attributeOf(element, 'Algorithm') ?? '');
  };
  const form = canonicalForms.get(algorithmOf('CanonicalizationMethod'));
  const method = signatureMethods.get(algorithmOf('SignatureMethod'));
  const value = findElement(root, 'SignatureValue');
  if (form === undefined || method === undefined || value === undefined) return 'unknown';
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature = Buffer.from(textOf(value), 'base64');
  try {
    return verify(method.digest, canonicalize(info, form), key, signature) ? 'agrees' : 'differs';
  } catch {
    return 'unknown';
  }
}

function readCertificate(root: XmlElement): X509Certificate | null {
  const element = findElement(root, 'X509Certificate');
  try {
    return element === undefined ? null : new X509Certificate(Buffer.from(textOf(element), 'base64'));
  } catch {
    return null;
  }
}

function factsOf({ subject, issuer, validFrom, validTo }: X509Certificate): SignerCertificate {
  const inOneLine = (name: string): string => name.replaceAll('\n', ', ').slice(0, 300);
  const isSelfIssued = subject === issuer;
  return { subject: inOneLine(subject), issuer: inOneLine(issuer), isSelfIssued, validFrom, validTo };
}
