/** What can be done to a picture that changes what it shows, in the order in which a report names it. */
export const pictureChanges = [
  'copied-area',
  'inserted-area',
  'removed-area',
  'retouched-area',
  'generated',
] as const;

/** What can be done to a document that changes what it says. */
export const documentChanges = [
  'changed-after-signing',
  'changed-in-later-save',
  'written-anew',
  'altered-picture-inside',
] as const;

/** What can be done to a recording that changes what it lets hear. */
export const audioChanges = ['copied-sound', 'cut-or-joined', 'replaced-sound', 'generated'] as const;

/** What can be done to a video that changes what it shows or lets hear. */
export const videoChanges = [
  'repeated-frames',
  'changed-frames',
  'copied-sound',
  'cut-or-joined',
  'replaced-sound',
  'generated',
] as const;

/** Returns true where a check looks for the kind of change. No check looks for content made by a generator: its signs are only noticed. */
export function isEverSearched(change: ChangeKind): boolean {
  return change !== 'generated';
}

/** A kind of change a check may look for. */
export type ChangeKind =
  | (typeof pictureChanges)[number]
  | (typeof documentChanges)[number]
  | (typeof videoChanges)[number]
  | (typeof audioChanges)[number];
