import type { ExifRead } from '@assay/media/exif/read-exif';

/** Make and model as one name, the make once; null when the metadata name neither. */
export function cameraName({ make, model }: Pick<ExifRead, 'make' | 'model'>): string | null {
  if (make === null || model === null) return make ?? model;
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
}
