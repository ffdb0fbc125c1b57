import type { C2paClaims } from '@assay/media/c2pa/c2pa-report';

/** Steps after which the image still shows what the camera recorded (C2PA 2.2 §18.15), in words. */
const harmlessActions: ReadonlyMap<string, string> = new Map([
  ['c2pa.created', 'created'],
  ['c2pa.opened', 'opened'],
  ['c2pa.converted', 'converted to another format'],
  ['c2pa.transcoded', 'transcoded'],
  ['c2pa.repackaged', 'repackaged'],
  ['c2pa.published', 'published'],
  ['c2pa.orientation', 'turned'],
  ['c2pa.resized', 'resized'],
]);

/** Steps that change what the image shows, in words. */
const editingActions: ReadonlyMap<string, string> = new Map([
  ['c2pa.addedText', 'text added'],
  ['c2pa.adjustedColor', 'colours adjusted'],
  ['c2pa.changedSpeed', 'speed changed'],
  ['c2pa.color_adjustments', 'colours adjusted'],
  ['c2pa.cropped', 'cropped'],
  ['c2pa.deleted', 'something deleted'],
  ['c2pa.drawing', 'drawn on'],
  ['c2pa.dubbed', 'dubbed'],
  ['c2pa.edited', 'edited'],
  ['c2pa.edited.metadata', 'metadata edited'],
  ['c2pa.enhanced', 'enhanced'],
  ['c2pa.filtered', 'filtered'],
  ['c2pa.placed', 'another file placed in it'],
  ['c2pa.redacted', 'something redacted'],
  ['c2pa.removed', 'something removed'],
  ['c2pa.trimmed', 'trimmed'],
  ['c2pa.unknown', 'changed in an unknown way'],
  ['c2pa.watermarked', 'watermarked'],
]);

/** Returns true when the image still shows after this step what the camera recorded. */
export function isHarmless(action: string): boolean {
  return harmlessActions.has(action);
}

/** A step in words; one that is not known keeps its name. */
export function actionWords(action: string): string {
  return harmlessActions.get(action) ?? editingActions.get(action) ?? action;
}

/** The steps that a manifest declares and that change what the image shows, in words, each once. */
export function declaredEdits({ actions }: C2paClaims): readonly string[] {
  return [
    ...new Set(actions.filter(({ action }) => !isHarmless(action)).map(({ action }) => actionWords(action))),
  ];
}
