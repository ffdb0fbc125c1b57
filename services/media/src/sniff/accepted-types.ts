/** The categories an upload is limited and priced by. */
export type MediaCategory = 'image' | 'audio' | 'video' | 'document';

/** The MIME types a project accepts as uploads, by category. */
export const acceptedTypes: Readonly<Record<MediaCategory, readonly string[]>> = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp', 'image/heic', 'image/avif'],
  audio: ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/mp4', 'audio/flac'],
  video: ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo'],
  document: [
    'application/pdf',
    'text/plain',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
};

/** Every accepted MIME type, in the order of {@link acceptedTypes}. */
export const allAcceptedTypes: readonly string[] = Object.values(acceptedTypes).flat();

const categories: readonly MediaCategory[] = ['image', 'audio', 'video', 'document'];

/** The category of an accepted MIME type; undefined for a type that is not accepted. */
export function categoryOf(mimeType: string): MediaCategory | undefined {
  return categories.find((category) => acceptedTypes[category].includes(mimeType));
}
