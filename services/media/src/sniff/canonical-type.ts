const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/apng': 'image/png',
  'image/x-png': 'image/png',
  'image/x-ms-bmp': 'image/bmp',
  'image/x-bmp': 'image/bmp',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/avif-sequence': 'image/avif',
  'audio/mp3': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-pn-wav': 'audio/wav',
  'application/ogg': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'audio/vorbis': 'audio/ogg',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'video/x-m4v': 'video/mp4',
  'video/vnd.avi': 'video/x-msvideo',
  'video/avi': 'video/x-msvideo',
  'video/msvideo': 'video/x-msvideo',
  'application/x-pdf': 'application/pdf',
  'application/vnd.ms-word': 'application/msword',
};

/**
 * The accepted spelling of a MIME type: lower case, without parameters, aliases resolved
 * (`audio/x-m4a` → `audio/mp4`, `video/vnd.avi` → `video/x-msvideo`). Unknown types come back as they are.
 */
export function canonicalType(mimeType: string): string {
  const bare = (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return aliases[bare] ?? bare;
}
