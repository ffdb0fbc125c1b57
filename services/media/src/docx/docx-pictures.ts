import { withArchive } from '../archive/open-archive.ts';

/** A picture file that a document holds. */
export interface DocxPicture {
  /** The name of its part. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const pictureParts = /^word\/media\/[^/]+\.(?:jpe?g|png|webp)$/i;
const maxPictureBytes = 32 * 2 ** 20;
const maxAllBytes = 128 * 2 ** 20;

/**
 * The JPEG, PNG and WebP files among the pictures of a Word document (ECMA-376 part 1 §15.2.14), as far as there is room for them.
 * @throws UndecodableError
 */
export function readDocxPictures(path: string): Promise<DocxPicture[]> {
  return withArchive(path, async (archive) => {
    const pictures: DocxPicture[] = [];
    let room = maxAllBytes;
    for (const name of archive.names.filter((part) => pictureParts.test(part))) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of archive.read(name)) {
        size += chunk.byteLength;
        if (size > maxPictureBytes || size > room) break;
        chunks.push(chunk);
      }
      if (size > maxPictureBytes || size > room) continue;
      room -= size;
      pictures.push({ name, bytes: Buffer.concat(chunks) });
    }
    return pictures;
  });
}
