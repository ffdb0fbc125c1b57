import type { ChangeKind } from '../../checks/change-kinds.ts';

/** What the evaluation of a pipeline found, counted in scenes that the calibration left out. */
export interface PublishedEvaluation {
  readonly innocentScenes: number;
  /** How many versions of each innocent scene were judged. */
  readonly innocentVersions: number;
  /** Cameras and collections the scenes come from. */
  readonly sources: number;
  /** Innocent scenes of which any version got the verdict. */
  readonly called: Readonly<Record<'manipulated' | 'synthetic' | 'inconclusive', number>>;
  /** Scenes of which altered pictures were made. */
  readonly alteredScenes: number;
  readonly altered: readonly AlteredScenes[];
  /** Scenes of which an altered picture was called authentic. */
  readonly calledAuthentic: number;
}

export interface AlteredScenes {
  readonly change: ChangeKind;
  readonly scenes: number;
  /** Scenes whose alteration was passed over. */
  readonly unverified: number;
  /** Scenes that were called manipulated, or in which people were pointed at the right place. */
  readonly found: number;
}
