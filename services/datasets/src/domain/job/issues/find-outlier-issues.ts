import { lowInformationBits, imageMeasures } from '../../../cleaning/images/similar/image-features.ts';
import { explainOutlier, findOutliers } from '../../../cleaning/outliers/find-outliers.ts';
import type { FileFeatures } from '../../../cleaning/treatment.ts';
import type { Issue } from '../../issue/issue.ts';

/** An issue of one file, which is named by its place in the source. */
export interface PlacedIssue extends Omit<Issue, 'fileIds'> {
  readonly place: number;
}

/** Collects the features of the files that stay, and finds the unusual ones. */
export interface OutlierSearch {
  add(place: number, features: FileFeatures): void;
  find(): readonly PlacedIssue[];
}

interface Measured {
  readonly place: number;
  readonly vector: readonly number[];
}

/** The sentences about files whose unusual value has no sentence of its own. */
const fallbacks: Readonly<Record<FileFeatures['kind'], string>> = {
  image: 'The image differs clearly from the others.',
  text: 'The text differs clearly from the others.',
  audio: 'The recording differs clearly from the others.',
  video: 'The video differs clearly from the others.',
};

/** A text with fewer words says nearly nothing. */
const minWords = 3;

export function createOutlierSearch(): OutlierSearch {
  const byKind = new Map<FileFeatures['kind'], Measured[]>();
  const low: PlacedIssue[] = [];
  return {
    add(place, features) {
      const { kind, vector } = features;
      const measured = byKind.get(kind) ?? [];
      measured.push({ place, vector });
      byKind.set(kind, measured);
      if (hasLowInformation(features)) low.push({ place, type: 'low_information', ...lowInformation });
    },
    find: () => [...low, ...Array.from(byKind, ([kind, measured]) => findUnusual(kind, measured)).flat()],
  };
}

const lowInformation = { score: 0.5, explanation: 'The file has nearly no content.' };

function hasLowInformation(features: FileFeatures): boolean {
  switch (features.kind) {
    case 'image':
      return features.informationBits < lowInformationBits;
    case 'text':
      return features.wordCount < minWords;
    case 'audio':
    case 'video':
      return false;
  }
}

function findUnusual(kind: FileFeatures['kind'], measured: readonly Measured[]): readonly PlacedIssue[] {
  const sentences = kind === 'image' ? imageMeasures : [];
  return findOutliers(measured.map(({ vector }) => vector)).flatMap((outlier) => {
    const place = measured[outlier.index]?.place;
    if (place === undefined) return [];
    const explanation = explainOutlier(outlier, sentences, fallbacks[kind]);
    return [{ place, type: 'outlier', score: outlier.score, explanation } as const];
  });
}
