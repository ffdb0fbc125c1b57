import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { CheckResult, JsonValue } from '@assay/checks/check/check';
import { calibrationTable } from '@assay/checks/sound/audio-repeats/calibration-table';
import type { ScoreCalibration } from '@assay/checks/likelihood/score-calibration';
import type { RecordingChange } from './recording-files.ts';

/** How a check of sound is measured on recordings. */
export interface RecordedCheck {
  readonly searchesFor: readonly ChangeKind[];
  /** The changes it has to find. */
  readonly changes: readonly RecordingChange[];
  /** Where it points, in seconds, each with how strongly; empty where it tells nothing. */
  readonly told: (result: CheckResult) => readonly Told[];
  /** The table it weighs by; missing where the figures do not support one, and are printed alone. */
  readonly calibrated?: { readonly table: ScoreCalibration; readonly folder: string };
}

export interface Told {
  readonly seconds: number;
  /** Larger is more suspicious. */
  readonly score: number;
}

/** The checks of sound that are measured on recordings, by slug: a new one is its entry here. */
export const recordedChecks: Readonly<Record<string, RecordedCheck>> = {
  'audio-repeats': {
    searchesFor: ['copied-sound'],
    changes: ['copied within'],
    told: ({ facts }) =>
      rowsOf(facts['repeats']).flatMap((row) => {
        const score = numberIn(row, 'score');
        return score === 0
          ? []
          : ['startSeconds', 'againSeconds'].map((place) => ({ seconds: numberIn(row, place), score }));
      }),
    calibrated: { table: calibrationTable, folder: 'sound/audio-repeats' },
  },
  'audio-continuity': {
    searchesFor: ['cut-or-joined', 'replaced-sound'],
    changes: ['muted'],
    told: ({ facts }) =>
      rowsOf(facts['digitalSilence']).map((row) => ({
        seconds: numberIn(row, 'startSeconds'),
        score: numberIn(row, 'lengthSeconds'),
      })),
  },
  'audio-coding-grid': {
    searchesFor: ['cut-or-joined', 'replaced-sound'],
    changes: ['cut out'],
    told: ({ facts }) =>
      rowsOf(facts['changes']).map((row) => ({
        seconds: (numberIn(row, 'afterSeconds') + numberIn(row, 'beforeSeconds')) / 2,
        score: 1,
      })),
  },
};

type Row = Readonly<Record<string, JsonValue>>;

export function rowsOf(value: JsonValue | undefined): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

function isRow(value: JsonValue): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function numberIn(row: Row, name: string): number {
  return Number(row[name] ?? 0);
}
