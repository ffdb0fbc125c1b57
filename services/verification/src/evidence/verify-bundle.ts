import { Buffer } from 'node:buffer';
import { hasBytes, piecesOf } from './byte-source.ts';
import type { ByteSource } from './byte-source.ts';
import { endOf, headerLength, headerOf, layOut, recordOf, statedName, statedSize } from './canonical-zip.ts';
import type { ZipLayout, ZipPlace } from './canonical-zip.ts';
import { digestOf } from './digest.ts';
import type { Digest } from './digest.ts';
import { openEnvelope } from './envelope.ts';
import type { KeySet } from './signing-keys.ts';
import { decodeStatement, maxStatementBytes, statementPart } from './statement.ts';
import { findCommitmentProblems } from './verify-commitments.ts';
import type { StatedPart, Statement } from './statement.ts';
import { verifyPackedAgain } from './packed-again.ts';
import { archivePart, maxProblems, toPrintable } from './bundle-verification.ts';
import type { BundleProblem, BundleVerification } from './bundle-verification.ts';

/**
 * Checks that a bundle is what was signed, byte by byte: the statement carries the signature of a known key, each part has the SHA-256
 * that the statement says, and what else there is in the archive, its headers, its directory and its end, is what a bundle of these
 * parts has. An altered, missing, added, doubled or displaced byte makes it invalid, and the part that it belongs to is named. Of a bundle
 * that was packed again the altered parts are named. Results to which a crowd stage committed must be those in the bundle.
 */
export async function verifyBundle(source: ByteSource, keys: KeySet): Promise<BundleVerification> {
  const verification = await verifyBytes(source, keys);
  if (verification.isValid) return verification;
  return (await verifyPackedAgain(source, keys)) ?? verification;
}

async function verifyBytes(source: ByteSource, keys: KeySet): Promise<BundleVerification> {
  const opened = await openStatement(source, keys);
  if (opened.statement === undefined) {
    return { isValid: false, signed: undefined, problems: [opened.problem] };
  }
  const { statement, kid, digest } = opened;
  const parts = [{ name: statementPart, ...digest }, ...statement.parts];
  const problems: BundleProblem[] = [];
  for await (const problem of problemsOf(source, parts)) {
    problems.push(problem);
    if (problems.length === maxProblems) break;
  }
  if (problems.length === 0) problems.push(...(await findCommitmentProblems(source, statement)));
  return { isValid: problems.length === 0, signed: { by: kid, statement }, problems };
}

type OpenedStatement =
  | { readonly statement: Statement; readonly kid: string; readonly digest: Digest }
  | { readonly statement?: undefined; readonly problem: BundleProblem };

/** It is the first part, so that it is found without the directory. */
async function openStatement(source: ByteSource, keys: KeySet): Promise<OpenedStatement> {
  const offset = headerLength(statementPart);
  const header = await source.read(0, offset);
  const sizeBytes = statedSize(header);
  if (sizeBytes === undefined && !isStatementNamed(header)) {
    return { problem: { part: archivePart, reason: 'does not begin as an evidence bundle does' } };
  }
  const isWhole =
    sizeBytes !== undefined && sizeBytes <= Math.min(maxStatementBytes, source.sizeBytes - offset);
  if (!isWhole) return altered('has another header in the archive');
  const bytes = await source.read(offset, sizeBytes);
  const envelope = openEnvelope(bytes, keys);
  if (envelope.problem !== undefined) return altered(envelope.problem);
  const statement = decodeStatement(envelope.payload);
  if (statement === undefined) return altered('is no statement about an evidence bundle');
  return { statement, kid: envelope.kid, digest: await digestOf([bytes]) };
}

function altered(reason: string): OpenedStatement {
  return { problem: { part: statementPart, reason } };
}

function isStatementNamed(header: Uint8Array): boolean {
  return Buffer.from(header).toString('latin1').endsWith(statementPart);
}

type CheckedPart = Pick<StatedPart, 'name' | 'sizeBytes' | 'sha256'>;

async function* problemsOf(source: ByteSource, parts: readonly CheckedPart[]): AsyncGenerator<BundleProblem> {
  const layout = layOut(parts);
  const surplus = source.sizeBytes - layout.sizeBytes;
  const digests: Digest[] = [];
  for (const [index, part] of parts.entries()) {
    const place = layout.places[index];
    if (place === undefined) return;
    const digest = await digestOf(piecesOf(source, place.dataOffset, part.sizeBytes));
    digests.push(digest);
    const reason = await problemOf(source, { part, place, digest });
    if (reason === undefined) continue;
    yield surplus === 0
      ? { part: part.name, reason }
      : await displacement(source, { part, place, reason, parts });
    // What follows is not where it was.
    if (surplus !== 0) break;
  }
  if (surplus === 0) yield* directoryProblems(source, { parts, digests, layout });
  else yield* surplusProblems(source, parts, layout);
}

interface Located {
  readonly part: CheckedPart;
  readonly place: ZipPlace;
  readonly digest: Digest;
}

async function problemOf(source: ByteSource, { part, place, digest }: Located): Promise<string | undefined> {
  if (digest.sha256 !== part.sha256) return 'does not have the SHA-256 that was signed';
  const header = headerOf({ ...part, crc32: digest.crc32 });
  const isAsWritten = await hasBytes(source, place.headerOffset, header);
  return isAsWritten ? undefined : 'has another header in the archive';
}

interface Displaced extends Omit<Located, 'digest'> {
  readonly reason: string;
  readonly parts: readonly CheckedPart[];
}

const longestName = 1_000;

/** What stands where a part should be. */
async function displacement(
  source: ByteSource,
  { part, place, reason, parts }: Displaced,
): Promise<BundleProblem> {
  const found = statedName(await source.read(place.headerOffset, headerLength('') + longestName));
  if (found === undefined || found === part.name) return { part: part.name, reason };
  const known = parts.findIndex(({ name }) => name === found);
  if (known < 0) return { part: toPrintable(found), reason: 'is not listed in the statement' };
  const isBefore = known < parts.indexOf(part);
  return isBefore ? { part: found, reason: 'is there twice' } : { part: part.name, reason: 'is missing' };
}

/** What is after the last part, and how much there is altogether. */
async function* surplusProblems(
  source: ByteSource,
  parts: readonly CheckedPart[],
  { directoryOffset, sizeBytes }: ZipLayout,
): AsyncGenerator<BundleProblem> {
  const added = statedName(await source.read(directoryOffset, headerLength('') + longestName));
  if (added !== undefined) {
    const isKnown = parts.some(({ name }) => name === added);
    yield { part: toPrintable(added), reason: isKnown ? 'is there twice' : 'is not listed in the statement' };
  }
  const surplus = source.sizeBytes - sizeBytes;
  const count = `${String(Math.abs(surplus))} ${Math.abs(surplus) === 1 ? 'byte' : 'bytes'}`;
  yield { part: archivePart, reason: `has ${count} too ${surplus > 0 ? 'many' : 'few'}` };
}

interface WholeArchive {
  readonly parts: readonly CheckedPart[];
  readonly digests: readonly Digest[];
  readonly layout: ZipLayout;
}

async function* directoryProblems(
  source: ByteSource,
  { parts, digests, layout }: WholeArchive,
): AsyncGenerator<BundleProblem> {
  for (const [index, part] of parts.entries()) {
    const place = layout.places[index];
    const digest = digests[index];
    // Of altered bytes the checksum is not known that the directory had.
    if (place === undefined || digest?.sha256 !== part.sha256) continue;
    const record = recordOf({ ...part, crc32: digest.crc32 }, place.headerOffset);
    if (await hasBytes(source, place.recordOffset, record)) continue;
    yield { part: part.name, reason: 'has another entry in the directory of the archive' };
  }
  if (await hasBytes(source, layout.endOffset, endOf(parts.length, layout))) return;
  yield { part: archivePart, reason: 'does not end as it was written' };
}
