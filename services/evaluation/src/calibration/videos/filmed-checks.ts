import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { CheckResult } from '@assay/checks/check/check';
import { numberIn, rowsOf } from '../recordings/recorded-checks.ts';
import type { VideoChange } from './changed-videos.ts';

/** How a check of what is filmed is measured on videos. */
export interface FilmedCheck {
  /** The changes it has to find, or to notice. */
  readonly changes: readonly VideoChange[];
  readonly searchesFor: readonly ChangeKind[];
  /** Where it tells of something, in seconds, each with how strongly; empty where it tells nothing. */
  readonly told: (result: CheckResult) => readonly Told[];
}

export interface Told {
  /** Null where what is told has no place. */
  readonly seconds: number | null;
  /** Larger is more suspicious. */
  readonly score: number;
}

/** The checks of what is filmed that are measured on videos, by slug: a new one is its entry here. */
export const filmedChecks: Readonly<Record<string, FilmedCheck>> = {
  'video-frames': {
    changes: ['shown again', 'shown again, coded strongly', 'shown again, made smaller'],
    searchesFor: ['repeated-frames'],
    told: ({ facts }) =>
      facts['isInnocent'] === true
        ? []
        : rowsOf(facts['places']).map((row) => ({
            seconds: numberIn(row, 'againSeconds'),
            score: numberIn(row, 'frames'),
          })),
  },
  'video-timing': {
    changes: ['left out, with a gap', 'left out, closed'],
    searchesFor: ['cut-or-joined'],
    told: ({ facts }) =>
      facts['isSteady'] === true
        ? rowsOf(facts['gaps']).map((row) => ({
            seconds: numberIn(row, 'atSeconds'),
            score: numberIn(row, 'lengthSeconds'),
          }))
        : [],
  },
  'video-coding-rhythm': {
    changes: ['coded every 12, then every 50', 'coded every 15, then with pictures between'],
    searchesFor: [],
    told: ({ facts }) =>
      rowsOf([facts['rhythm'] ?? null]).map((row) => ({ seconds: null, score: numberIn(row, 'factor') })),
  },
};
