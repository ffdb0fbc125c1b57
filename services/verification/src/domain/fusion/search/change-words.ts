import type { ChangeKind } from '@assay/checks/search/change-kinds';

/** Each kind of change as a reader would say it, as part of a sentence. */
export const changeWords: Readonly<Record<ChangeKind, string>> = {
  'copied-area': 'an area copied within the picture',
  'inserted-area': 'something inserted from another picture',
  'removed-area': 'something removed and painted over',
  'retouched-area': 'an area retouched, brightened or blurred',
  generated: 'content made by a generator',
  'changed-after-signing': 'content changed after the document was signed',
  'changed-in-later-save': 'content replaced in a later save that keeps the earlier one',
  'written-anew': 'content changed in a document that was then written anew',
  'altered-picture-inside': 'a picture in the document altered',
  'cut-or-joined': 'a part cut out, or joined in from elsewhere',
  'copied-sound': 'a piece of the sound copied to another place of the recording',
  'repeated-frames': 'a piece of the video shown a second time in place of what happened',
  'changed-frames': 'something changed within the pictures of the video',
  'replaced-sound': 'sound replaced or mixed in',
};
