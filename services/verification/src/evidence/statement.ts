import { Buffer } from 'node:buffer';
import { mebibytes } from '@assay/chassis/units';
import { canonicalJson } from '../domain/commitment/canonical-json.ts';

/** The part that vouches for all others; it is the first of its archive. */
export const statementPart = 'statement.dsse.json';
export const maxStatementBytes = mebibytes(4);

/** What a bundle says of itself: an in-toto statement (in-toto attestation framework 1.1) about its parts. */
export interface Statement {
  readonly about: StatementAbout;
  /** Every other part, in the order of the archive. */
  readonly parts: readonly StatedPart[];
}

export interface StatementAbout {
  readonly runId: string;
  readonly revision: number;
  readonly pipeline: { readonly slug: string; readonly version: string };
  readonly verdict: string;
  readonly completedAt: string;
  /** The files that the run has examined, which are not in the bundle. */
  readonly examined: readonly ExaminedFile[];
}

interface ExaminedFile {
  readonly fileId: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface StatedPart {
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

const statementType = 'https://in-toto.io/Statement/v1';
const predicateType = 'urn:assay:evidence-bundle:v1';
/** Nothing that leads out of a folder when somebody unpacks it, and nothing that reads differently elsewhere. */
const safeName = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*(?:\.[a-z0-9]+)+$/u;

export function encodeStatement({ about, parts }: Statement): Buffer {
  const subject = parts.map(({ name, mimeType, sizeBytes, sha256 }) => ({
    name,
    mediaType: mimeType,
    digest: { sha256 },
    annotations: { sizeBytes },
  }));
  const statement = { _type: statementType, subject, predicateType, predicate: about };
  return Buffer.from(canonicalJson(statement), 'utf8');
}

/** Undefined for what is no statement about a bundle. Its signature is checked before. */
export function decodeStatement(payload: Uint8Array): Statement | undefined {
  try {
    const given = JSON.parse(Buffer.from(payload).toString('utf8')) as Partial<Record<string, unknown>>;
    if (given['_type'] !== statementType || given['predicateType'] !== predicateType) return undefined;
    const parts = (given['subject'] as readonly SubjectOnWire[]).map(toPart);
    const names = new Set(parts.map(({ name }) => name));
    const areSound = names.size === parts.length && !names.has(statementPart) && parts.every(isSound);
    // Whoever has the key has written it by encodeStatement.
    return areSound ? { about: given['predicate'] as StatementAbout, parts } : undefined;
  } catch {
    return undefined;
  }
}

interface SubjectOnWire {
  readonly name: string;
  readonly mediaType: string;
  readonly digest: { readonly sha256: string };
  readonly annotations: { readonly sizeBytes: number };
}

function toPart({ name, mediaType, digest, annotations }: SubjectOnWire): StatedPart {
  return { name, mimeType: mediaType, sizeBytes: annotations.sizeBytes, sha256: digest.sha256 };
}

function isSound({ name, sizeBytes, sha256 }: StatedPart): boolean {
  return (
    safeName.test(name) && Number.isSafeInteger(sizeBytes) && sizeBytes >= 0 && /^[0-9a-f]{64}$/u.test(sha256)
  );
}
