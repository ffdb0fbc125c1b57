/** The place of a dataset in the object storage. */
export interface DatasetPlace {
  readonly organizationId: string;
  readonly internalId: string;
}

/** Returns the prefix of the keys of all raw objects of a dataset. The id of the file follows. */
export function buildRawPrefix({ organizationId, internalId }: DatasetPlace): string {
  return `datasets/${organizationId}/${internalId}/raw/`;
}

/** Returns the key of a derived object. Equal contents share it. */
export function buildDerivedKey({ organizationId, internalId }: DatasetPlace, sha256: string): string {
  return `datasets/${organizationId}/${internalId}/derived/${sha256}`;
}

/** The lifetime of the links of an export: 24 hours. datasets signs them, the gateway publishes it. */
export const exportLinkSeconds = 86_400;
