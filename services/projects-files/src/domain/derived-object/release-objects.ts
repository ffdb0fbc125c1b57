import { newId } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { openCounter, returnQuota } from '../room/room.ts';
import type { CountingDeps } from '../room/room.ts';
import { holdMs } from './derived-object.ts';
import type { DerivedObject } from './derived-object.ts';

export type ReleaseDeps = CountingDeps &
  Pick<Deps, 'datasetFiles' | 'objectDeletions' | 'renditions' | 'logger'>;

/** Removes those of the objects that no file names, returns their quota, and schedules the deletion of their content. */
export async function releaseObjects(
  deps: ReleaseDeps,
  organizationId: string,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await releaseObject(deps, organizationId, key);
  if (keys.length > 0) await returnQuota(deps, organizationId);
}

/**
 * The claim comes first and the names are checked after it. A call that names the object at the same time ends the claim, so that the
 * removal does not take place. Whatever a dead process leaves is found when the claim is over.
 */
async function releaseObject(deps: ReleaseDeps, organizationId: string, key: string): Promise<void> {
  const { derivedObjects, datasetFiles, objectDeletions, storageUse, clock } = deps;
  const place = { organizationId, key };
  const token = newId();
  const now = clock.now();
  const claimedUntil = new Date(now.getTime() + holdMs);
  const claimed = await derivedObjects.claim(place, { token, now, claimedUntil });
  if (claimed === undefined) return;
  if (await datasetFiles.isNamed(organizationId, key)) {
    await derivedObjects.keep(place, token);
    return;
  }
  const isCertain = await noteRemoval(deps, claimed, token);
  await deps.renditions.remove(organizationId, key);
  await objectDeletions.schedule(organizationId, key);
  const isRemoved = await derivedObjects.remove(place, token);
  if (!isRemoved) await storageUse.dropRemoval(organizationId, key);
  // Another process may have noted or dropped the removal of the same object in between.
  if (!isRemoved || !isCertain) await storageUse.requestRecompute(organizationId, clock.now());
}

/** Notes the removal in the counter. Returns false if it was noted before, or the claim has ended. */
function noteRemoval(deps: ReleaseDeps, object: DerivedObject, token: string): Promise<boolean> {
  const { organizationId, key: id, sizeBytes: bytes } = object;
  return retryOnConflict(async () => {
    const counter = await openCounter(deps, organizationId);
    if (counter.removals.some((removal) => removal.id === id)) return { isNew: false };
    if (!(await deps.derivedObjects.isClaimed(object, token))) return { isNew: false };
    if (await deps.storageUse.noteRemovals(counter, [{ id, bytes }])) return { isNew: true };
    await returnQuota(deps, organizationId);
    return undefined;
  }).then(({ isNew }) => isNew);
}

const batchSize = 100;

/** Checks objects whose last name may be gone, and those whose call died. Returns the number of checked objects. */
export async function sweepDerivedObjects(deps: ReleaseDeps): Promise<number> {
  const due = await deps.derivedObjects.listToCheck(deps.clock.now(), batchSize);
  for (const object of due) {
    const { organizationId, key, reservation } = object;
    if (reservation !== undefined) {
      await deps.storageUse.requestRecompute(organizationId, deps.clock.now());
      await deps.storageUse.settle(organizationId, reservation, undefined);
      await deps.derivedObjects.endReservation(object);
    }
    await releaseObjects(deps, organizationId, [key]);
  }
  return due.length;
}
