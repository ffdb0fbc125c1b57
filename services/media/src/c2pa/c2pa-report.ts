import type { C2paBoxHashes } from './box-hashes.ts';
import type { C2paDataHash } from './data-hash.ts';
import type { C2paPartHashes } from './part-hashes.ts';

/**
 * The conclusion in one word.
 * - `absent`: no manifest is embedded or referenced.
 * - `remote`: a manifest is referenced by URL only; it is reported and never fetched.
 * - `unsupported`: the validator knows no C2PA binding for this file type, so nothing can be said.
 * - `unreadable`: the file's container could not be walked, so nothing can be said.
 * - `trusted`: intact, well-formed and signed by a certificate of the trust list.
 * - `valid`: intact and well-formed; the signer is not on the trust list, or there is none. Not a sign of tampering.
 * - `invalid`: what was signed was changed, or the manifest breaks the specification.
 * - `inconclusive`: not provably intact and not provably changed, such as a content hash mismatch of a manifest older than
 *   C2PA 2.0 or of a video in fragments, or a signature without time stamp whose certificate has expired, or a manifest that was not validated, as `problem` says.
 */
export type C2paState =
  'absent' | 'remote' | 'unsupported' | 'unreadable' | 'trusted' | 'valid' | 'invalid' | 'inconclusive';

/** Whether the bytes are those that were signed (C2PA 2.2 §15.10–15.12: signature, hashed URIs, hard bindings). */
export type C2paIntegrity = 'intact' | 'broken' | 'inconclusive' | 'not_checked';

/** Whether the signer's certificate leads to the trust list (C2PA 2.2 §14.4, §15.7); `no_trust_list` when none was given. */
export type C2paTrust = 'trusted' | 'untrusted' | 'expired' | 'revoked' | 'no_trust_list' | 'not_checked';

/** The signer as its certificate names it (C2PA 2.2 §14.5), with the time the time stamp or the claim states. */
export interface C2paSigner {
  readonly issuer: string | null;
  readonly commonName: string | null;
  readonly serialNumber: string | null;
  readonly algorithm: string | null;
  /** ISO 8601; null without a time stamp (C2PA 2.2 §10.3.2.5). */
  readonly signedAt: string | null;
}

/** One step of the history that the manifest claims (C2PA 2.2 §18.15). */
export interface C2paAction {
  /** Such as `c2pa.created` or `c2pa.edited`. */
  readonly action: string;
  /** IPTC URI of the kind of source. */
  readonly digitalSourceType: string | null;
  readonly softwareAgent: string | null;
  readonly when: string | null;
}

/** A file this one was made from (C2PA 2.2 §18.16). */
export interface C2paIngredient {
  readonly title: string | null;
  readonly relationship: string;
  readonly hasManifest: boolean;
  /** What its own manifest names as its writer and as kinds of source; null and empty without one. */
  readonly claimGenerator: string | null;
  readonly digitalSourceTypes: readonly string[];
  /** What that manifest names in turn; at most eight manifests deep and 200 ingredients in all. */
  readonly ingredients: readonly C2paIngredient[];
}

/** What the manifest says of the content. It is worth what its signer is worth. */
export interface C2paClaims {
  readonly title: string | null;
  /** Product that wrote the claim (C2PA 2.2 §10.2.1 `claim_generator_info`, earlier `claim_generator`). */
  readonly claimGenerator: string | null;
  /** Of the active manifest. */
  readonly actions: readonly C2paAction[];
  /** Last parts of the IPTC URIs, such as `trainedAlgorithmicMedia`: of the active manifest and its `parentOf` line. */
  readonly digitalSourceTypes: readonly string[];
  /** The same of all other ingredients. */
  readonly componentSourceTypes: readonly string[];
  readonly ingredients: readonly C2paIngredient[];
}

/** The facts about a file's C2PA manifest store. Integrity, trust, form and claims are answered apart from each other. */
export interface C2paReport {
  /** Whether a manifest is embedded. */
  readonly present: boolean;
  readonly state: C2paState;
  /** The validating package and its version. */
  readonly validator: string;
  /** Version of the trust list that was used, null when none was given. */
  readonly trustListVersion: string | null;
  readonly integrity: C2paIntegrity;
  readonly trust: C2paTrust;
  /** Whether the manifest store has the form that the specification asks for (C2PA 2.2 §15.3–15.6); null when not checked. */
  readonly wellFormed: boolean | null;
  readonly signer: C2paSigner | null;
  /** Failure codes first, then informational, then success codes (C2PA 2.2 §15.2.2), each once. */
  readonly statusCodes: readonly string[];
  /** The failure codes alone, of the active manifest and of its ingredients. */
  readonly failureCodes: readonly string[];
  readonly claims: C2paClaims | null;
  /** `1.x` or `2.x`, by the version of the active manifest's claim (C2PA 2.2 §10.2); null without manifest. */
  readonly specVersion: string | null;
  /** The binding to the bytes of a PDF, whose signed state can be followed by later revisions; null of other files, or without one. */
  readonly dataHash: C2paDataHash | null;
  /** The binding to the parts of a Word document; null of other files, or without one. */
  readonly partHashes: C2paPartHashes | null;
  /** The binding to the segments of a JPEG; null of other files, or without one. */
  readonly boxHashes: C2paBoxHashes | null;
  /**
   * True when the manifest binds media data piece by piece (C2PA 2.2 §18.6) that are in fragments or several boxes. The validator
   * reports a mismatch of such files, changed or not, and of some only at times: the codes on media data are left out, and the integrity
   * is `inconclusive`.
   */
  readonly bindsFragments: boolean;
  /** True when the hash that does not match is one of the media data alone, as of a video that is bound in pieces (C2PA 2.2 §18.6.2). */
  readonly isMediaChanged: boolean;
  /** The preview that the signer put into the active manifest; null without one, and where it is larger than a preview may be. */
  readonly preview: Uint8Array | null;
  /** Where a remote manifest is said to be (C2PA 2.2 §11.4). */
  readonly remoteManifestUrl: string | null;
  /** What the validator said when it could not read the file, or why it was not asked. */
  readonly problem: string | null;
}

/** Certificates that signers are trusted by. */
export interface C2paTrustList {
  /** Named in every report that was made with it. */
  readonly version: string;
  /** PEM bundle of trust anchors. */
  readonly anchorsPem: string;
}
