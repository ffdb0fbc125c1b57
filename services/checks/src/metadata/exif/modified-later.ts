import type { ExifRead } from '@assay/media/exif/read-exif';

/** Returns true where the metadata name a change after the picture was taken. Exif times sort as text. */
export function wasModifiedLater({ modifyDate, dateTimeOriginal }: ExifRead): boolean {
  return modifyDate !== null && dateTimeOriginal !== null && modifyDate > dateTimeOriginal;
}
