import type { ExifRead } from '@assay/media/exif/read-exif';

/** The number of a camera's body; null where the metadata do not tell it. */
export function serialOf({ tags }: Pick<ExifRead, 'tags'>): string | null {
  const found = tags['BodySerialNumber'] ?? tags['CameraSerialNumber'] ?? tags['SerialNumber'];
  const text = typeof found === 'string' || typeof found === 'number' ? String(found).trim() : '';
  return text === '' ? null : text;
}
