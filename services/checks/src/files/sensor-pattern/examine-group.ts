import { comparePattern } from './compare-pattern.ts';
import type { PatternAgreement } from './compare-pattern.ts';
import { estimatePattern } from './estimate-pattern.ts';
import { toNoisePicture } from './noise-picture.ts';
import type { NoisePicture } from './noise-picture.ts';
import { minReferences } from './read-candidates.ts';
import type { Candidate, SensorGroup } from './read-candidates.ts';
import { separateScenes } from './separate-scenes.ts';

/** What the comparison of a picture with the pattern of a group came to. */
export interface SensorFinding extends PatternAgreement {
  readonly candidate: Candidate;
  readonly isReference: boolean;
  /** False says nothing. */
  readonly isSameSensor: boolean;
}

export const groupParameters = { minReferences, parts: 10, minPeakEnergy: 60, minRestEnergy: 10 } as const;

type Measured = Pick<SensorFinding, 'candidate' | 'isReference'> & {
  readonly picture: NoisePicture;
  readonly scene: number;
};

/**
 * Each picture against the pattern of the references that neither are the picture itself nor show the same: the scenes are dealt to ten parts, and a
 * part is compared with the pattern of the nine others. Null where too few different references could be decoded.
 */
export async function examineGroup(group: SensorGroup, signal: AbortSignal): Promise<SensorFinding[] | null> {
  const measured = await measureGroup(group, signal);
  const references = measured.filter(({ isReference }) => isReference);
  if (new Set(references.map(({ scene }) => scene)).size < minReferences) return null;
  const findings: SensorFinding[] = [];
  for (let part = 0; part < groupParameters.parts; part++) {
    signal.throwIfAborted();
    const isInPart = ({ scene }: Measured): boolean => scene % groupParameters.parts === part;
    const [first, ...rest] = references.filter((reference) => !isInPart(reference));
    if (first === undefined) continue;
    const pattern = estimatePattern([first.picture, ...rest.map(({ picture }) => picture)]);
    for (const { candidate, isReference, picture } of measured.filter(isInPart)) {
      const agreement = comparePattern(pattern, picture);
      findings.push({ candidate, isReference, ...agreement, isSameSensor: isSameSensor(agreement) });
    }
  }
  return findings;
}

/** A chart or a mark that all pictures carry agrees in a few places alone. */
function isSameSensor({ peakEnergy, restEnergy }: PatternAgreement): boolean {
  return peakEnergy >= groupParameters.minPeakEnergy && restEnergy >= groupParameters.minRestEnergy;
}

async function measureGroup({ references, others }: SensorGroup, signal: AbortSignal): Promise<Measured[]> {
  const measured: Omit<Measured, 'scene'>[] = [];
  for (const candidate of [...references, ...others]) {
    signal.throwIfAborted();
    const picture = await measure(candidate);
    if (picture !== null) measured.push({ candidate, isReference: references.includes(candidate), picture });
  }
  const scenes = separateScenes(measured.map(({ picture }) => picture));
  return measured.map((one, index) => ({ ...one, scene: scenes[index] ?? 0 }));
}

async function measure({ file, width, height }: Candidate): Promise<NoisePicture | null> {
  const subject = await file.open();
  const pixels = await subject?.pixels().catch(() => null);
  return pixels?.width === width && pixels.height === height ? toNoisePicture(pixels) : null;
}
