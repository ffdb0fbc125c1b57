import type { CheckArtifact, JsonObject } from '../../check/check.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import type { DrawnChange, DrawnPair } from './draw-saves.ts';

const maxPictures = 4;
const maxShown = 40;
const maxStated = 3;

/**
 * The changes of pages that are told: a page that looks different in the last save than in the first is told by the save that changed
 * it, where one save alone did.
 */
export function listChanges(drawn: readonly DrawnPair[]): DrawnChange[] {
  const all = drawn.flatMap(({ changes }) => changes);
  const steps = all.filter(({ since, save }) => save - since === 1);
  const lasting = all.filter(({ since, save, after }) => {
    return save - since > 1 && steps.filter((step) => step.after === after).length !== 1;
  });
  const isLasting = (step: DrawnChange): boolean =>
    all.some(({ since, save, after }) => save - since > 1 && step.after === after);
  return [...lasting, ...steps.toSorted((one, other) => Number(isLasting(other)) - Number(isLasting(one)))];
}

export function listDrawings(changes: readonly DrawnChange[]): CheckArtifact[] {
  return changes.flatMap(({ drawing }) => (drawing === null ? [] : [drawing])).slice(0, maxPictures);
}

/** Says which pages look different; nothing where no save was drawn. */
export function stateDrawn(
  drawn: readonly DrawnPair[],
  changes: readonly DrawnChange[],
  parts: readonly [SearchedPart, ...SearchedPart[]],
): string[] {
  if (!drawn.some(({ wasDrawn }) => wasDrawn)) return [];
  if (changes.length === 0) return stateAbsence(parts, 'Drawn before and after, the pages look the same.');
  const more = changes.length - maxStated;
  return [
    ...changes.slice(0, maxStated).map(stateChange),
    ...(more > 0 ? [`${String(more)} more changes of pages are listed with the facts.`] : []),
  ];
}

function stateChange({ since, save, before, after, areas }: DrawnChange): string {
  const isStep = save - since === 1;
  const named = isStep ? `save ${String(save)}` : `a save after save ${String(since)}`;
  if (before === null) return `Page ${String(after)} was added by ${named}.`;
  if (after === null) return `Page ${String(before)} was removed by ${named}.`;
  const where = areas.length === 1 ? 'in one place' : `in ${String(areas.length)} places`;
  return `Page ${String(after)} looks different since ${isStep ? named : `save ${String(since)}`}, ${where}.`;
}

export function drawnFacts(drawn: readonly DrawnPair[], changes: readonly DrawnChange[]): JsonObject {
  const seen = drawn.filter(({ wasDrawn }) => wasDrawn);
  return {
    drawnSaves: seen.filter(({ since, save }) => save - since === 1).map(({ save }) => save),
    drawnPages: seen.reduce((sum, { pages }) => sum + pages, 0),
    drawnWhole: drawn.every(
      ({ wasDrawn, leftOut, unreadable }) => wasDrawn && leftOut.length === 0 && unreadable.length === 0,
    ),
    drawnChanges: changes.slice(0, maxShown).map(({ save, before, after, areas }) => ({
      save,
      pageBefore: before,
      page: after,
      areas: areas.length,
    })),
  };
}
