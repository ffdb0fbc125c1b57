import type { ChangeKind } from '../../checks/check.ts';

/** Each kind of change as a reader would say it, as part of a sentence. */
export const changeWords: Readonly<Record<ChangeKind, string>> = {
  'copied-area': 'an area copied within the picture',
  'inserted-area': 'something inserted from another picture',
  'removed-area': 'something removed and painted over',
  'retouched-area': 'an area retouched, brightened or blurred',
  generated: 'a picture made by a generator',
};
