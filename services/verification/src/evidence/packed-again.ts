import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { mebibytes } from '@assay/chassis/units';
import { withArchive } from '@assay/media/archive/open-archive';
import type { Archive } from '@assay/media/archive/open-archive';
import { UndecodableError } from '@assay/media/limits/undecodable-error';
import { archivePart, maxProblems, toPrintable } from './bundle-verification.ts';
import type { BundleProblem, BundleVerification } from './bundle-verification.ts';
import { hasBytes } from './byte-source.ts';
import type { ByteSource } from './byte-source.ts';
import { headerOf, layOut, recordOf } from './canonical-zip.ts';
import { digestOf } from './digest.ts';
import type { Digest } from './digest.ts';
import { openEnvelope } from './envelope.ts';
import type { KeySet } from './signing-keys.ts';
import { decodeStatement, maxStatementBytes, statementPart } from './statement.ts';
import type { Statement } from './statement.ts';

/** Documents and pictures do not deflate to less than this share of their size. */
const maxRatio = 200;
const minInflatedBytes = mebibytes(64);
const usualRatio = 20;

type Parts = ReadonlyMap<string, Digest>;

/**
 * Checks the parts of a bundle that another program packed again: such a program compresses the parts, sets times, or puts them into a
 * folder. The bundle stays invalid, since its bytes are not those that were signed, but the altered, missing and added parts are
 * named. Returns undefined for an archive that the platform wrote, even if bytes in it were changed, and for what is no archive.
 */
export async function verifyPackedAgain(
  source: ByteSource,
  keys: KeySet,
): Promise<BundleVerification | undefined> {
  const maxInflatedBytes = Math.max(minInflatedBytes, usualRatio * source.sizeBytes);
  const limits = { maxEntries: 2_000, maxInflatedBytes, maxRatio };
  try {
    return await withArchive(source, (archive) => verifyArchive({ source, archive, keys }), limits);
  } catch (error) {
    if (error instanceof UndecodableError) return undefined;
    throw error;
  }
}

interface OpenBundle {
  readonly source: ByteSource;
  readonly archive: Archive;
  readonly keys: KeySet;
}

async function verifyArchive({ source, archive, keys }: OpenBundle): Promise<BundleVerification | undefined> {
  const names = archive.names.filter((name) => !name.endsWith('/'));
  const statementName = names.find((name) => name === statementPart || name.endsWith(`/${statementPart}`));
  if (statementName === undefined) return undefined;
  const digests = await digestParts(archive, names);
  if (await isAsWritten(source, digests)) return undefined;
  const statementBytes = digests.get(statementName)?.sizeBytes ?? 0;
  const problem = (reason: string): BundleVerification =>
    toVerification(undefined, [{ part: statementPart, reason }]);
  if (statementBytes > maxStatementBytes) return problem('is no statement about an evidence bundle');
  const envelope = openEnvelope(await buffer(Readable.from(archive.read(statementName))), keys);
  if (envelope.problem !== undefined) return problem(envelope.problem);
  const statement = decodeStatement(envelope.payload);
  if (statement === undefined) return problem('is no statement about an evidence bundle');
  const folder = statementName.slice(0, -statementPart.length);
  return toVerification({ by: envelope.kid, statement }, listProblems(statement, digests, folder));
}

async function digestParts(archive: Archive, names: readonly string[]): Promise<Parts> {
  const digests = new Map<string, Digest>();
  for (const name of names) digests.set(name, await digestOf(archive.read(name)));
  return digests;
}

/** Returns true if a part has a header or an entry as the platform writes it. Another program writes all of them in its own way. */
async function isAsWritten(source: ByteSource, digests: Parts): Promise<boolean> {
  const parts = [...digests].map(([name, digest]) => ({ name, ...digest }));
  const { places } = layOut(parts);
  for (const [index, part] of parts.entries()) {
    const { headerOffset = 0, recordOffset = 0 } = places[index] ?? {};
    if (await hasBytes(source, headerOffset, headerOf(part))) return true;
    if (await hasBytes(source, recordOffset, recordOf(part, headerOffset))) return true;
  }
  return false;
}

function listProblems(
  { parts }: Pick<Statement, 'parts'>,
  digests: Parts,
  folder: string,
): readonly BundleProblem[] {
  const listed = new Set([statementPart, ...parts.map(({ name }) => name)].map((name) => folder + name));
  const altered = parts.flatMap(({ name, sha256 }) => {
    const digest = digests.get(folder + name);
    if (digest === undefined) return [{ part: name, reason: 'is missing' }];
    return digest.sha256 === sha256
      ? []
      : [{ part: name, reason: 'does not have the SHA-256 that was signed' }];
  });
  const added = [...digests.keys()].filter((name) => !listed.has(name));
  return [
    ...altered,
    ...added.map((name) => ({ part: toPrintable(name), reason: 'is not listed in the statement' })),
  ];
}

function toVerification(
  signed: BundleVerification['signed'],
  problems: readonly BundleProblem[],
): BundleVerification {
  const reason =
    problems.length > 0
      ? 'was packed again by another program'
      : 'was packed again by another program; its parts are as they were signed';
  return {
    isValid: false,
    signed,
    problems: [{ part: archivePart, reason }, ...problems].slice(0, maxProblems),
  };
}
