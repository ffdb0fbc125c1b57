/** Fields in which the product reads a file otherwise than another tool, each with the reason why that is right. */
export const acceptedDifferences: readonly {
  readonly path: RegExp;
  readonly field: string;
  readonly reason: string;
}[] = [
  {
    path: /Issue (?:487|263 dotnet|437 \(dotnet\))\.heic$/u,
    field: 'width, height, orientation',
    reason:
      'A HEIC is decoded upright by its own rotation; ExifTool shows the stored size and the EXIF orientation.',
  },
  {
    path: /cognitive-services-sample_00[67]\.jpg$/u,
    field: 'orientation',
    reason: 'The file states orientation 0, which Exif 2.32 reserves; it is read as 1.',
  },
  {
    path: /HMD_Nokia_8\.3_5G_hdr\.heif$/u,
    field: 'capturedAt',
    reason: 'The file states a capture time by its GPS clock alone, which ExifTool shows as GPSDateTime.',
  },
  {
    path: /tika_testMP3_id3_false_aac\.mp3$/u,
    field: 'durationSeconds',
    reason:
      'ffprobe takes this ADTS stream behind an ID3 tag for 511 s by its bit rate; it decodes to 0.075 s.',
  },
  {
    path: /poppler-742-0-fuzzed\.pdf$/u,
    field: 'title',
    reason: 'The title ends with a NUL and damaged characters; control characters are left out.',
  },
  {
    path: /05-xmp-only\.jpg$/u,
    field: 'captureDevice, capturedAt, capturedAtBasis, gpsCoordinates',
    reason: 'The values are in XMP alone; of ExifTool the tags of EXIF are compared.',
  },
  {
    path: /16-voice-message\.webm$/u,
    field: 'durationSeconds',
    reason:
      'The header of a live recording states no duration, which is all that ffprobe shows; it decodes to 3 s.',
  },
];

export function isAccepted(path: string, field: string): boolean {
  return acceptedDifferences.some(
    (known) => known.path.test(path) && known.field.split(', ').includes(field),
  );
}
