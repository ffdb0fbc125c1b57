import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { JsonObject } from '@assay/checks/check/check';
import type { Scene } from './scenes.ts';

/** A file to judge, of which everything is known. */
export interface EvaluationCase {
  readonly scene: string;
  readonly source: string;
  /** The processing of the original: a pristine one, or a change, perhaps `laundered` afterwards. */
  readonly group: string;
  /** Null for a pristine file. */
  readonly change: ChangeKind | null;
  /** Sent on afterwards, as a network or a messenger does it: made smaller, compressed again and stripped. */
  readonly isLaundered: boolean;
  /** Changed by other people, and not by this evaluation. */
  readonly isByOthers?: true;
  /** Taken as it is from a folder of which only its owner knows what it holds: neither pristine nor changed. */
  readonly isLabelled?: true;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** What an upload would have found about it, as far as checks need it; missing: nothing. */
  readonly enrichment?: JsonObject;
  /** Where it was changed; null for pristine and laundered files. */
  readonly place: ChangedPlace | null;
}

/** Pristine versions of a scene, and changed ones; what is put in comes from the other scene. */
export type MakeCases = (scene: Scene, other: Scene) => AsyncIterable<EvaluationCase>;

/** Where a file was changed: in an image, between two moments of a recording or video, or on pages counted from 1. */
export type ChangedPlace =
  | ({ readonly kind: 'pixels' } & Mask)
  | { readonly kind: 'seconds'; readonly from: number; readonly to: number }
  | { readonly kind: 'pages'; readonly pages: readonly number[] };

/** 1 where the image was changed, row-major. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
