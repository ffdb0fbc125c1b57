import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { readRange } from '../content/read-content.ts';
import type { FileEntry } from '../content/segment.ts';
import type { Version } from '../version/version.ts';
import { filesPerUnit } from './unit.ts';
import type { Unit } from './unit.ts';

/** A map unit with the version that its job creates. */
export interface JobUnit {
  readonly version: Version;
  readonly unit: Unit;
}

/** Reads the files of a map unit from the frozen source. */
export function readUnitFiles(
  deps: Pick<Deps, 'segments'>,
  { version: { organizationId, source }, unit: { index } }: JobUnit,
): Promise<readonly FileEntry[]> {
  if (source === undefined) throw notFound('version');
  const { segmentIds } = source;
  return readRange(
    deps,
    { organizationId, segmentIds },
    { start: index * filesPerUnit, count: filesPerUnit },
  );
}
