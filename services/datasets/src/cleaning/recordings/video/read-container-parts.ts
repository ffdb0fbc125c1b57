import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { SourceFile } from '../../treatment.ts';
import { readAviParts } from './avi-parts.ts';
import type { ContainerParts } from './container-parts.ts';
import { readIsoParts } from './iso-parts.ts';
import { readMatroskaParts } from './matroska-parts.ts';

type ReadParts = (file: FileHandle, size: number) => Promise<ContainerParts | undefined>;

const readers: Readonly<Record<string, ReadParts>> = {
  'video/mp4': readIsoParts,
  'video/quicktime': readIsoParts,
  'video/webm': readMatroskaParts,
  'video/x-msvideo': readAviParts,
};

/** Reads the container of a video by its MIME type; undefined for another type and a container that cannot be read. */
export async function readContainerParts({
  path,
  type,
}: Pick<SourceFile, 'path' | 'type'>): Promise<ContainerParts | undefined> {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read === undefined) return undefined;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await read(file, size);
  } finally {
    await file.close();
  }
}
