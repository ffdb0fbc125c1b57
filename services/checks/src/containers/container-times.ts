import type { ContainerReading } from '@assay/media/container/container-reading';

const dayMs = 86_400_000;

/** Pairs of times of which the change lies before the creation, in plain words. */
export function contradictoryTimes({ times }: ContainerReading): string[] {
  const created = times.find(({ place }) => place === 'movie created');
  const modified = times.find(({ place }) => place === 'movie modified');
  if (created === undefined || modified === undefined || created.value - modified.value <= dayMs) return [];
  return [`changed on ${dayOf(modified.value)}, before it was created on ${dayOf(created.value)}`];
}

/** That the parts were created on different days, as after joining; empty where they agree. */
export function differingTimes({ times }: ContainerReading): string[] {
  const created = times.filter(({ place }) => place.endsWith('created')).map(({ value }) => value);
  const first = Math.min(...created);
  const last = Math.max(...created);
  if (created.length < 2 || last - first <= dayMs) return [];
  return [`its parts were created on different days, between ${dayOf(first)} and ${dayOf(last)}`];
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
