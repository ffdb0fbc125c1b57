import { readImageHeader } from '@assay/media/decode/read-image-header';
import { readExif } from '@assay/media/exif/read-exif';
import type { CaseFile } from '../../check/check.ts';
import { nameDevice } from '@assay/media/exif/device-name';

/** A picture of a case, by what its headers say. */
export interface Candidate {
  readonly file: CaseFile;
  /** Stored pixels, before any turn the metadata ask for. */
  readonly width: number;
  readonly height: number;
  readonly device: string | null;
  /** The number of the camera's body; null where it is not told. */
  readonly serial: string | null;
  /** The metadata do not say that the picture was made in another size. */
  readonly hasNativeSize: boolean;
}

/** Null where the file is no picture, or its header cannot be read. */
export async function readCandidate(file: CaseFile): Promise<Candidate | null> {
  const subject = file.mimeType.startsWith('image/') ? await file.open() : null;
  const header = subject === null ? null : await readImageHeader(subject.path).catch(() => null);
  if (subject === null || header === null) return null;
  const { width, height } = header;
  const exif = await readExif(subject.bytes, file.mimeType);
  if (exif === null) return { file, width, height, device: null, serial: null, hasNativeSize: true };
  const recorded = [exif.pixelWidth ?? width, exif.pixelHeight ?? height].toSorted();
  const hasNativeSize = [width, height].toSorted().every((side, i) => side === recorded[i]);
  return { file, width, height, device: nameDevice(exif), serial: exif.serialNumber, hasNativeSize };
}

/** Pictures that should be of one sensor, and all of the same size to compare with it. */
export interface SensorGroup {
  readonly device: string;
  readonly serial: string | null;
  readonly references: readonly Candidate[];
  readonly others: readonly Candidate[];
}

/** Pictures that a pattern takes. */
export const minReferences = 20;

/** Groups by size, camera and number of its body; a picture without a number is of a group of its own. */
export function groupCandidates(candidates: readonly Candidate[]): SensorGroup[] {
  const named = candidates.filter(({ device, hasNativeSize }) => device !== null && hasNativeSize);
  const groups = Map.groupBy(named, ({ width, height, device, serial }) =>
    JSON.stringify([width, height, device, serial]),
  );
  return [...groups.values()].flatMap((references) => {
    const [first] = references;
    if (first?.device == null || references.length < minReferences) return [];
    const { device, serial, width, height } = first;
    const others = candidates.filter(
      (candidate) =>
        candidate.width === width && candidate.height === height && !references.includes(candidate),
    );
    return [{ device, serial, references, others }];
  });
}
