/** Whether bytes are those that a digest or a signature was made of; `unknown`: by a way that is not supported. */
export type Agreement = 'agrees' | 'differs' | 'unknown';

/** A part of a package that a signature lists. */
export interface SignedPart {
  readonly name: string;
  readonly agreement: Agreement | 'missing';
  /** Whether its bytes are digested as they are, and no selection or canonical form of them. */
  readonly isWhole: boolean;
}

/** The certificate that a signature brings for its signer; whether it is to be trusted, nobody has checked. */
export interface SignerCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly isSelfIssued: boolean;
  readonly validFrom: string;
  readonly validTo: string;
}

/** A signature of a package (ECMA-376 part 2 §13), and what of it could be verified. */
export interface PackageSignature {
  /** The name of its part. */
  readonly name: string;
  /** Whether its value agrees with what it signs, by the key of its certificate. */
  readonly value: Agreement;
  /** Whether the lists it signs agree with their digests. */
  readonly lists: Agreement;
  /** At most 500 of the parts that it lists. */
  readonly parts: readonly SignedPart[];
  /** Counts all parts that it lists. */
  readonly partCount: number;
  readonly certificate: SignerCertificate | null;
  /** When it says that it was made; anybody can write that. */
  readonly statedTime: string | null;
}

/** The signatures of a package. */
export interface PackageSignatures {
  /** At most 20 of them. */
  readonly signatures: readonly PackageSignature[];
  readonly signatureCount: number;
  /** All parts but the signatures. */
  readonly partNames: readonly string[];
}
