import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { WasmReader } from '@contentauth/c2pa-wasm';
import type { C2paReport, C2paState, C2paTrustList } from './c2pa-report.ts';
import { readBoxHashes } from './box-hashes.ts';
import { bindsPieces, readDataHash } from './data-hash.ts';
import { holdsOneMediaBox } from './bmff-sign.ts';
import type { LookedAt } from './manifest-sign.ts';
import { bytesBlob, fileBlob } from './file-blob.ts';
import { bmffTypes, unboundTypes } from './find-manifest.ts';
import { answerByLooking } from './answer-by-looking.ts';
import { isId3Sound, readerOf } from './id3-tag.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import { readPartHashes } from './part-hashes.ts';
import { loadValidator, validatorName } from './load-validator.ts';
import type { Validator } from './load-validator.ts';
import { parseManifestStore } from './manifest-store.ts';
import type { ManifestStore } from './manifest-store.ts';
import { readClaims, readSigner } from './read-claims.ts';
import {
  collectStatusCodes,
  isWellFormed,
  judgeIntegrity,
  judgeTrust,
  withoutMediaCodes,
} from './status-codes.ts';

export interface C2paOptions {
  /** Without one, no signer is called trusted. */
  readonly trustList?: C2paTrustList | undefined;
  /** The same content, where it has been opened as a PDF. */
  readonly pdf?: PdfFile | undefined;
}

/** Longest explanation kept of what the validator threw. */
const maxProblemLength = 200;

/**
 * Reads and validates the C2PA manifest of a file. Never uses the network: remote manifests and OCSP are not fetched.
 * What cannot be read is a state of the report, not an exception.
 * @param source path, or the whole content
 * @param mimeType canonical type of the content
 */
export async function readC2pa(
  source: string | Uint8Array,
  mimeType: string,
  options: C2paOptions = {},
): Promise<C2paReport> {
  const base = { ...emptyReport(), trustListVersion: options.trustList?.version ?? null };
  if (unboundTypes.includes(mimeType)) return { ...base, state: 'unsupported' };
  try {
    const answer = await answerByLooking(source, mimeType, options.pdf);
    if (answer !== undefined) return { ...base, ...answer };
    const validator = await loadValidator();
    const { json, preview, ...binding } = await readStore(validator, {
      source,
      mimeType,
      settings: settingsJson(options),
    });
    return { ...base, ...describe(parseManifestStore(json), options, binding), ...binding, preview };
  } catch (cause) {
    return { ...base, ...describeFailure(cause) };
  }
}

interface ReadRequest {
  readonly source: string | Uint8Array;
  readonly mimeType: string;
  readonly settings: string;
}

/** How the manifest is bound to the file. */
type Binding = Pick<C2paReport, 'dataHash' | 'partHashes' | 'boxHashes' | 'bindsFragments'>;

/** The validator's answers. */
interface StoreReading extends Binding, Pick<C2paReport, 'preview'> {
  readonly json: string;
}

/** Longer resources are no previews. */
const maxPreviewBytes = 4 * 2 ** 20;

async function readStore(
  validator: Validator,
  { source, mimeType, settings }: ReadRequest,
): Promise<StoreReading> {
  if (typeof source !== 'string') {
    await assertReadable(source, mimeType);
    using reader = await validator.Reader.fromBlob(mimeType, bytesBlob(source), settings);
    return await answer(reader, { readAt: readerOf(source), sizeBytes: source.length }, mimeType);
  }
  const file = await open(source);
  try {
    await assertReadable(file, mimeType);
    const { size: sizeBytes } = await file.stat();
    using reader = await validator.Reader.fromBlob(mimeType, fileBlob(file.fd, sizeBytes), settings);
    return await answer(reader, { readAt: readerOf(file), sizeBytes }, mimeType);
  } finally {
    await file.close();
  }
}

async function answer(reader: WasmReader, file: LookedAt, mimeType: string): Promise<StoreReading> {
  const isJpeg = mimeType === 'image/jpeg';
  const hasDetails = !mimeType.startsWith('image/') || bmffTypes.includes(mimeType) || isJpeg;
  const details = [hasDetails ? reader.crJson() : '{}', reader.activeLabel()] as const;
  const json = reader.json();
  return {
    json,
    preview: mimeType.startsWith('image/') ? readPreview(reader, json) : null,
    dataHash: mimeType === 'application/pdf' ? readDataHash(...details) : null,
    partHashes: readPartHashes(...details),
    boxHashes: isJpeg ? readBoxHashes(...details) : null,
    bindsFragments: bindsPieces(...details) && !(await holdsOneMediaBox(file)),
  };
}

/** A manifest may name a preview that is not there, or claim a length that it does not have. */
function readPreview(reader: WasmReader, json: string): Uint8Array | null {
  const { manifests, active_manifest: active = '' } = parseManifestStore(json);
  const identifier = manifests?.[active]?.thumbnail?.identifier;
  if (identifier === undefined) return null;
  try {
    const bytes = reader.resourceToBytes(identifier);
    return bytes.length > 0 && bytes.length <= maxPreviewBytes ? bytes : null;
  } catch {
    return null;
  }
}

async function assertReadable(source: FileHandle | Uint8Array, mimeType: string): Promise<void> {
  if (mimeType !== 'audio/mpeg' || (await isId3Sound(readerOf(source)))) return;
  throw new Error('the ID3 tag is damaged');
}

function settingsJson({ trustList }: C2paOptions): string {
  return JSON.stringify({
    verify: { remote_manifest_fetch: false, ocsp_fetch: false, verify_trust: true },
    ...(trustList === undefined ? {} : { trust: { trust_anchors: trustList.anchorsPem } }),
  });
}

function emptyReport(): C2paReport {
  return {
    present: false,
    state: 'absent',
    validator: validatorName,
    trustListVersion: null,
    integrity: 'not_checked',
    trust: 'not_checked',
    wellFormed: null,
    signer: null,
    statusCodes: [],
    failureCodes: [],
    claims: null,
    specVersion: null,
    dataHash: null,
    partHashes: null,
    boxHashes: null,
    bindsFragments: false,
    isMediaChanged: false,
    preview: null,
    remoteManifestUrl: null,
    problem: null,
  };
}

function describe(
  store: ManifestStore,
  options: C2paOptions,
  { bindsFragments }: Binding,
): Partial<C2paReport> {
  const active = store.manifests?.[store.active_manifest ?? ''];
  const codes = bindsFragments ? withoutMediaCodes(collectStatusCodes(store)) : collectStatusCodes(store);
  if (active === undefined) {
    return {
      present: true,
      state: 'invalid',
      wellFormed: false,
      statusCodes: codes.all,
      failureCodes: codes.failure,
    };
  }
  const isBeforeVersion2 = (active.claim_version ?? 1) < 2;
  const integrity = judgeIntegrity(codes, isBeforeVersion2);
  const trust = judgeTrust(codes, options.trustList !== undefined);
  const wellFormed = isWellFormed(codes);
  return {
    isMediaChanged: !bindsFragments && namesMedia(store),
    present: true,
    state: concludeState({ integrity, trust, wellFormed }),
    integrity,
    trust,
    wellFormed,
    signer: readSigner(active),
    statusCodes: codes.all,
    failureCodes: codes.failure,
    claims: readClaims(store, active),
    specVersion: isBeforeVersion2 ? '1.x' : '2.x',
  };
}

/** The validator has one code for every binding of such a file, and says in words which of its hashes failed. */
function namesMedia({ validation_results: results }: ManifestStore): boolean {
  return (results?.activeManifest?.failure ?? []).some(
    ({ code, explanation }) =>
      code === 'assertion.bmffHash.mismatch' && explanation?.includes('chunk hash') === true,
  );
}

function concludeState({
  integrity,
  trust,
  wellFormed,
}: Pick<C2paReport, 'integrity' | 'trust' | 'wellFormed'>): C2paState {
  if (integrity === 'broken' || wellFormed === false) return 'invalid';
  if (integrity !== 'intact' || trust === 'expired' || trust === 'revoked') return 'inconclusive';
  return trust === 'trusted' ? 'trusted' : 'valid';
}

function describeFailure(cause: unknown): Partial<C2paReport> {
  const problem = String(cause instanceof Error ? cause.message : cause).slice(0, maxProblemLength);
  if (problem.includes('JumbfNotFound')) return { state: 'absent' };
  if (problem.includes('RemoteManifest'))
    return { state: 'remote', remoteManifestUrl: urlIn(problem), problem };
  if (problem.includes('UnsupportedType')) return { state: 'unsupported', problem };
  if (/Jumbf|Claim|Cose|Assertion|Cbor/.test(problem)) {
    return { present: true, state: 'invalid', wellFormed: false, problem };
  }
  return { state: 'unreadable', problem };
}

function urlIn(text: string): string | null {
  return /https?:\/\/[^\s"')]+/.exec(text)?.[0] ?? null;
}
