import type { Deps } from '../../deps.ts';

type RemoveDeps = Pick<
  Deps,
  'tombstones' | 'datasets' | 'versions' | 'segments' | 'units' | 'runs' | 'releases' | 'issues' | 'clock'
>;

/** Removes everything of a deleted dataset. Does nothing for a dataset that was not deleted. May be repeated. */
export async function removeDataset(
  deps: RemoveDeps,
  { organizationId, datasetId }: { readonly organizationId: string; readonly datasetId: string },
): Promise<void> {
  const tombstone = await deps.tombstones.find(organizationId, datasetId);
  if (tombstone === undefined) return;
  await deps.datasets.remove(organizationId, datasetId);
  for (const store of [deps.versions, deps.units, deps.runs, deps.issues, deps.releases, deps.segments]) {
    await store.removeDataset(organizationId, datasetId);
  }
  await deps.tombstones.finish(tombstone, deps.clock.now());
}
