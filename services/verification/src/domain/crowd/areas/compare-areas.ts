import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { checkTitle } from '@assay/checks/words/check-titles';
import { newId } from '@assay/chassis/ids';
import type { Deps } from '../../../deps.ts';
import type { CrowdTask } from '../../pipeline/pipeline.ts';
import type { Run } from '../../run/run.ts';
import { previewType } from '../../stage/records/preview-type.ts';
import { stagePrefix } from '../../stage/records/stage-prefix.ts';
import type { AreaOverlap, RunStage, StageResponse, StoredArtifact } from '../../stage/stage.ts';
import { estimateAccuracy } from '../statistics/accuracy.ts';
import { findConsensusArea } from './consensus-area.ts';
import { computeIou } from './grid.ts';
import type { Grid } from './grid.ts';

export type CompareAreasDeps = Pick<Deps, 'storage' | 'regionDrawings'>;

export interface MarkingStage {
  readonly run: Run;
  readonly stage: RunStage;
  readonly task: CrowdTask;
  readonly responses: readonly StageResponse[];
}

export interface ComparedAreas {
  readonly areas: readonly AreaOverlap[];
  /** One picture per map; one without a map where there is none. */
  readonly artifacts: readonly StoredArtifact[];
}

/** Compares the area that people marked in an image with each map of the machine stages, and stores what it draws. */
export async function compareAreas(deps: CompareAreasDeps, marking: MarkingStage): Promise<ComparedAreas> {
  const { run, task } = marking;
  if (task.hasAreas !== true || run.files.length !== 1) return { areas: [], artifacts: [] };
  const people = computePeopleArea(marking);
  const maps = listMaps(run);
  const preview = run.stages.flatMap(({ artifacts }) => artifacts).find(({ type }) => type === previewType);
  const background = preview && (await readObject(deps, preview));
  const areas: AreaOverlap[] = [];
  const artifacts: StoredArtifact[] = [];
  for (const { map, region } of maps) {
    const grid = await deps.regionDrawings.read(await readObject(deps, region));
    const iou = computeIou(people, grid);
    areas.push({ artifactId: map.id, iou });
    const legend = describeOverlap(map, iou);
    artifacts.push(await storeRegion(deps, marking, { background, people, map: grid, legend }));
  }
  if (maps.length === 0 && people.includes(1)) {
    const legend = 'Blue: the area that more than half of the people marked, by weight.';
    artifacts.push(await storeRegion(deps, marking, { background, people, map: undefined, legend }));
  }
  return { areas, artifacts };
}

function computePeopleArea({ task, responses }: MarkingStage): Grid {
  return findConsensusArea(
    responses.map((response) => ({
      weight: estimateAccuracy(response, task.options.length),
      areas: response.areas,
    })),
  );
}

interface MachineMap {
  readonly map: StoredArtifact;
  /** The mask of the map at the threshold of its check; the map itself where the check stores none. */
  readonly region: StoredArtifact;
}

function listMaps({ stages }: Run): readonly MachineMap[] {
  return stages
    .filter(({ type }) => type === 'ai')
    .flatMap(({ artifacts }) =>
      artifacts
        .filter(({ type }) => type === 'heatmap')
        .map((map) => {
          const region = artifacts.find(({ check, type }) => check === map.check && type === 'region');
          return { map, region: region ?? map };
        }),
    );
}

function describeOverlap({ check }: StoredArtifact, iou: number | null): string {
  const overlap = iou === null ? 'One of them is empty.' : `Their overlap (IoU) is ${iou.toFixed(2)}.`;
  return `Blue: the area that more than half of the people marked, by weight. Orange: the map of “${checkTitle(check)}”. ${overlap}`;
}

async function readObject(
  { storage }: CompareAreasDeps,
  { storageKey }: StoredArtifact,
): Promise<Uint8Array> {
  return buffer(await storage.get(storageKey));
}

interface Region {
  readonly background: Uint8Array | undefined;
  readonly people: Grid;
  readonly map: Grid | undefined;
  readonly legend: string;
}

async function storeRegion(
  { storage, regionDrawings }: CompareAreasDeps,
  { run, stage: { slug } }: MarkingStage,
  { legend, ...drawing }: Region,
): Promise<StoredArtifact> {
  const { bytes, width, height } = await regionDrawings.draw(drawing);
  const id = newId();
  // Two last responses may end the stage at once, so that each attempt has keys of its own.
  const storageKey = `${stagePrefix(run, slug)}${id}-region`;
  const mimeType = 'image/png';
  await storage.put(storageKey, bytes, { contentType: mimeType });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    id,
    stageSlug: slug,
    check: slug,
    type: 'region',
    mimeType,
    storageKey,
    width,
    height,
    legend,
    sha256,
  };
}
