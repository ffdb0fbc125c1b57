/** Addresses of the page: `#datasets`, `#datasets/<dataset>` and `#datasets/<dataset>/<version>`. */

export interface DatasetAddress {
  readonly datasetId?: string | undefined;
  readonly versionId?: string | undefined;
}

export function readAddress(): DatasetAddress {
  const [, datasetId, versionId] = location.hash.slice(1).split('/');
  return { datasetId: keepId(datasetId), versionId: keepId(versionId) };
}

/** Ids are put into paths of the API, so everything else is refused. */
function keepId(id: string | undefined): string | undefined {
  return id !== undefined && /^\w{1,64}$/u.test(id) ? id : undefined;
}

export function formatAddress({ datasetId, versionId }: DatasetAddress = {}): string {
  return ['#datasets', datasetId, versionId].filter((part) => part !== undefined).join('/');
}
