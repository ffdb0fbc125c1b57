import type { C2paIntegrity, C2paTrust } from './c2pa-report.ts';
import type { ManifestStore, StatusGroup } from './manifest-store.ts';

/** Content no longer matches the hard binding (C2PA 2.2 §15.12). */
const contentMismatches = [
  'assertion.dataHash.mismatch',
  'assertion.bmffHash.mismatch',
  'assertion.boxesHash.mismatch',
  'assertion.boxHash.mismatch',
  'assertion.collectionHash.mismatch',
  'assertion.multiAssetHash.mismatch',
];
/** The manifest itself no longer matches its signature (C2PA 2.2 §15.7, §15.10, §15.11). */
const manifestMismatches = [
  'claimSignature.mismatch',
  'assertion.hashedURI.mismatch',
  'ingredient.hashedURI.mismatch',
  'ingredient.manifest.mismatch',
  'ingredient.claimSignature.mismatch',
];
/** Statements about the certificate, not about the content. */
const credentialCodes = [
  'signingCredential.untrusted',
  'signingCredential.expired',
  'signingCredential.revoked',
  'signingCredential.ocsp.revoked',
  'signingCredential.invalid',
  'signingCredential.ocsp.unknown',
  'signingCredential.ocsp.inaccessible',
  'claimSignature.outsideValidity',
  'timeStamp.untrusted',
  'timeStamp.mismatch',
  'timeStamp.outsideValidity',
  'timeStamp.malformed',
];

/** All status codes of a report, each once: failures, informational, successes. */
export interface StatusCodes {
  readonly failure: readonly string[];
  readonly all: readonly string[];
}

export function collectStatusCodes(store: ManifestStore): StatusCodes {
  const groups = statusGroups(store);
  const codes = (key: keyof StatusGroup): readonly string[] =>
    groups.flatMap((group) => (group[key] ?? []).map((status) => status.code));
  // Validators that fill no `validation_results` list failures only here.
  const listed = groups.length === 0 ? (store.validation_status ?? []).map((status) => status.code) : [];
  const failure = unique([...codes('failure'), ...listed]);
  return { failure, all: unique([...failure, ...codes('informational'), ...codes('success')]) };
}

/** Returns the codes without those on the media data, which say nothing of data in fragments: see `bindsFragments` of the report. */
export function withoutMediaCodes({ failure, all }: StatusCodes): StatusCodes {
  const others = (codes: readonly string[]): readonly string[] =>
    codes.filter((code) => !code.startsWith('assertion.bmffHash.'));
  return { failure: others(failure), all: others(all) };
}

function statusGroups(store: ManifestStore): readonly StatusGroup[] {
  const { activeManifest, ingredientDeltas } = store.validation_results ?? {};
  const deltas = (ingredientDeltas ?? []).map((delta) => delta.validationDeltas ?? {});
  return activeManifest === undefined ? deltas : [activeManifest, ...deltas];
}

/**
 * Whether what was signed is unchanged. A content hash mismatch of a manifest before C2PA 2.0 proves nothing: writers of that
 * time hashed ranges that later readers read otherwise.
 */
export function judgeIntegrity({ failure, all }: StatusCodes, isBeforeVersion2: boolean): C2paIntegrity {
  if (failure.some((code) => manifestMismatches.includes(code))) return 'broken';
  if (failure.some((code) => contentMismatches.includes(code)))
    return isBeforeVersion2 ? 'inconclusive' : 'broken';
  const isBound = all.some((code) => /^assertion\.\w+Hash\.match$/.test(code));
  return isBound && all.includes('claimSignature.validated') ? 'intact' : 'inconclusive';
}

export function judgeTrust({ failure, all }: StatusCodes, hasTrustList: boolean): C2paTrust {
  if (failure.some((code) => code.endsWith('.revoked'))) return 'revoked';
  if (failure.includes('signingCredential.expired') || failure.includes('claimSignature.outsideValidity')) {
    return 'expired';
  }
  if (!hasTrustList) return 'no_trust_list';
  return all.includes('signingCredential.trusted') ? 'trusted' : 'untrusted';
}

/** Whether no failure speaks of the manifest's form: neither of changed bytes nor of the certificate. */
export function isWellFormed({ failure }: StatusCodes): boolean {
  return failure.every(
    (code) =>
      contentMismatches.includes(code) || manifestMismatches.includes(code) || credentialCodes.includes(code),
  );
}

function unique(codes: readonly string[]): readonly string[] {
  return [...new Set(codes)];
}
