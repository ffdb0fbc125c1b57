import { openPdfDrawer } from '@assay/media/pdf/drawing/open-drawable';
import { bytesOfRevision } from '@assay/media/pdf/pdf-file';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import type { CheckArtifact, FindingLocation, JsonObject } from '../../check.ts';
import { pageLocation } from '../page-location.ts';
import { compareStates, looksDifferent } from './compare-states.ts';
import type { ComparedPage } from './compare-states.ts';
import { drawComparison } from './draw-comparison.ts';

/** Milliseconds, after which no further page is begun. */
const maxTime = 15_000;
const maxPictures = 4;
const maxShown = 40;
const maxTold = 3;

/** A page that a save made look different; each side is its number, counted from 1, or null where there is none. */
interface DrawnChange {
  /** Counted from 1. */
  readonly save: number;
  readonly before: number | null;
  readonly after: number | null;
  readonly areas: readonly FindingLocation[];
}

/** What was drawn of a document. */
export interface DrawnSaves {
  /** Counted from 1. */
  readonly saves: readonly number[];
  /** Pairs of pages that were compared. */
  readonly pages: number;
  readonly changes: readonly DrawnChange[];
  readonly pictures: readonly CheckArtifact[];
  /** Whether every page of every state was drawn: none was damaged or left out for lack of time. */
  readonly isWhole: boolean;
}

/** Draws the pages as they were before and after these revisions, given by index, and shows the first ones that look different. */
export async function drawSaves(
  pdf: PdfFile,
  revisions: readonly number[],
  signal: AbortSignal,
): Promise<DrawnSaves> {
  const until = performance.now() + maxTime;
  const goesOn = (): boolean => {
    signal.throwIfAborted();
    return performance.now() < until;
  };
  const saves: number[] = [];
  const changes: DrawnChange[] = [];
  const pictures: CheckArtifact[] = [];
  let [pages, isWhole] = [0, true];
  if (revisions.length === 0) return { saves, pages, changes, pictures, isWhole };
  const drawer = await openPdfDrawer();
  try {
    for (const revision of revisions) {
      if (!goesOn()) break;
      const states = [bytesOfRevision(pdf, revision - 1), bytesOfRevision(pdf, revision)];
      await drawer.withDrawables(states, async ([before, after]) => {
        isWhole &&= before != null && after != null;
        if (before == null || after == null) return;
        saves.push(revision + 1);
        for await (const compared of compareStates(before, after, goesOn)) {
          isWhole &&= compared !== null;
          if (compared === null) continue;
          pages += 1;
          if (!looksDifferent(compared)) continue;
          changes.push(changeOf(compared, revision + 1));
          if (pictures.length < maxPictures) pictures.push(await drawComparison(compared, revision + 1));
        }
      });
    }
  } finally {
    drawer.close();
  }
  return { saves, pages, changes, pictures, isWhole: isWhole && performance.now() < until };
}

function changeOf({ before, after, areas }: ComparedPage, save: number): DrawnChange {
  const placed = areas.flatMap(({ x, y, width, height }) => {
    if (after === null) return [];
    const points = (pixels: number): number => pixels / after.drawn.pixelsPerPoint;
    const box = { left: points(x), top: points(y), right: points(x + width), bottom: points(y + height) };
    return [pageLocation(after.page, box)];
  });
  return { save, before: before?.page ?? null, after: after?.page ?? null, areas: placed };
}

/** What was seen, in sentences; nothing where no save was drawn. */
export function stateDrawn({ saves, changes, isWhole }: DrawnSaves): string[] {
  if (saves.length === 0) return [];
  if (changes.length === 0) return isWhole ? ['Drawn before and after, the pages look the same.'] : [];
  const more = changes.length - maxTold;
  return [
    ...changes.slice(0, maxTold).map(stateChange),
    ...(more > 0 ? [`${String(more)} more changes of pages are listed with the facts.`] : []),
  ];
}

function stateChange({ save, before, after, areas }: DrawnChange): string {
  const since = `save ${String(save)}`;
  if (before === null) return `Page ${String(after)} was added by ${since}.`;
  if (after === null) return `Page ${String(before)} was removed by ${since}.`;
  const where = areas.length === 1 ? 'in one place' : `in ${String(areas.length)} places`;
  return `Page ${String(after)} looks different since ${since}, ${where}.`;
}

export function drawnFacts({ saves, pages, changes, isWhole }: DrawnSaves): JsonObject {
  return {
    drawnSaves: saves,
    drawnPages: pages,
    drawnWhole: isWhole,
    drawnChanges: changes.slice(0, maxShown).map(({ save, before, after, areas }) => ({
      save,
      pageBefore: before,
      page: after,
      areas: areas.length,
    })),
  };
}
