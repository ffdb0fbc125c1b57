import type { ContainerReading } from '@assay/media/container/container-reading';
import { readContainer } from '@assay/media/container/read-container';
import { readSoftwareTexts } from '@assay/media/exif/software-texts';
import type { Subject } from '../check/check.ts';
import type { SearchedPart } from '../search/searched-part.ts';

/** The container under examination, with the names of programs in its XMP; null for one of an unknown kind. */
export function readSubjectContainer({ bytes, mimeType }: Subject): ContainerReading | null {
  const container = readContainer(bytes);
  if (container === null) return null;
  const inXmp = readSoftwareTexts(bytes, mimeType).map(({ carrier, text }) => ({
    place: carrier,
    value: text,
  }));
  return { ...container, texts: [...container.texts, ...inXmp] };
}

/** Counts the texts of a container, and those within the limit of its reader. */
export function countContainerTexts({ texts, textsLeftOut }: ContainerReading): SearchedPart {
  return { unit: 'metadata part', total: texts.length + textsLeftOut, searched: texts.length, why: 'limit' };
}
