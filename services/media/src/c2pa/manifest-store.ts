/** A validation status (C2PA 2.2 §15.2). */
export interface ManifestStatus {
  readonly code: string;
  /** The validator's words. */
  readonly explanation?: string;
}

/** Statuses of one manifest or ingredient. */
export interface StatusGroup {
  readonly success?: readonly ManifestStatus[];
  readonly informational?: readonly ManifestStatus[];
  readonly failure?: readonly ManifestStatus[];
}

/** A manifest as the validator's JSON has it; only what is read here. */
export interface Manifest {
  readonly title?: string;
  readonly claim_generator?: string;
  readonly claim_generator_info?: readonly { readonly name?: string; readonly version?: string }[];
  readonly claim_version?: number;
  /** The image that shows what was signed. */
  readonly thumbnail?: { readonly identifier?: string };
  readonly assertions?: readonly { readonly label?: string; readonly data?: unknown }[];
  readonly ingredients?: readonly {
    readonly title?: string;
    readonly relationship?: string;
    readonly active_manifest?: string;
  }[];
  readonly signature_info?: {
    readonly alg?: string;
    readonly issuer?: string;
    readonly common_name?: string;
    readonly cert_serial_number?: string;
    readonly time?: string;
  };
}

/** The validator's report. */
export interface ManifestStore {
  readonly active_manifest?: string;
  readonly manifests?: Readonly<Record<string, Manifest>>;
  readonly validation_status?: readonly ManifestStatus[];
  readonly validation_results?: {
    readonly activeManifest?: StatusGroup;
    readonly ingredientDeltas?: readonly { readonly validationDeltas?: StatusGroup }[];
  };
  readonly validation_state?: string;
}

/** Parses the validator's JSON. Its shape is the validator's promise; every field is treated as optional. */
export function parseManifestStore(json: string): ManifestStore {
  return JSON.parse(json) as ManifestStore;
}
