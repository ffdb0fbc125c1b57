import { finding, notApplicable } from '../../check/check-result.ts';
import type { Case, CaseCheck, CheckArtifact, CheckResult, JsonValue } from '../../check/check.ts';
import { agreementParameters } from './compare-pattern.ts';
import { examineGroup, groupParameters } from './examine-group.ts';
import type { SensorFinding } from './examine-group.ts';
import { noisePictureParameters } from './noise-picture.ts';
import { residualParameters } from './noise-residual.ts';
import { groupCandidates, minReferences, readCandidate } from './read-candidates.ts';
import type { Candidate, SensorGroup } from './read-candidates.ts';
import { countImages, describeSensors } from './statement.ts';
import { manifest } from './manifest.ts';

const limits = [
  'A picture that does not show the pattern is not therefore of another camera: scaling, cutting, stabilisation, the joining of several exposures and strong compression hide it.',
  'Where two cameras of one model took the pictures that are taken for references, the pattern is a mixture of both, and both can agree with it.',
  'Who has pictures of a camera can lay its pattern over another picture.',
  'Whether a picture was changed is not asked here.',
];

/** What a group of pictures came to. */
export interface SensorResult {
  readonly group: SensorGroup;
  readonly findings: readonly SensorFinding[];
}

/**
 * Which pictures carry the noise of one sensor: where a case has at least twenty pictures that name one camera and were left
 * in one size, each picture of that size against the pattern the others have in common. It weighs nothing.
 */
export const check: CaseCheck = { ...manifest, examines: 'case', run: examine };

async function examine({ files }: Case, signal: AbortSignal): Promise<CheckResult> {
  const candidates: Candidate[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const candidate = await readCandidate(file);
    if (candidate !== null) candidates.push(candidate);
  }
  const results: SensorResult[] = [];
  for (const group of groupCandidates(candidates)) {
    const findings = await examineGroup(group, signal);
    if (findings !== null) results.push({ group, findings });
  }
  const needed = `at least ${String(minReferences)} different pictures that name the same camera and have the same size`;
  if (results.length === 0) return notApplicable(manifest, `the noise of a sensor shows in ${needed}`);
  return finding(manifest, {
    statement: describeSensors(results),
    searched: results.map(countImages),
    facts: { groups: results.map(toFact) },
    parameters: {
      ...noisePictureParameters,
      ...residualParameters,
      ...agreementParameters,
      ...groupParameters,
    },
    limits,
    artifacts: [tableOf(results)],
  });
}

function toFact({ group: { device, serial, references }, findings }: SensorResult): JsonValue {
  const [size] = references;
  return {
    device,
    serial,
    width: size?.width ?? 0,
    height: size?.height ?? 0,
    pictures: findings.map(({ candidate, isReference, isSameSensor, peakEnergy, restEnergy }) => ({
      fileId: candidate.file.id,
      isReference,
      isSameSensor,
      peakEnergy: rounded(peakEnergy),
      restEnergy: rounded(restEnergy),
    })),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function tableOf(results: readonly SensorResult[]): CheckArtifact {
  const bytes = Buffer.from(JSON.stringify({ groups: results.map(toFact) }, null, 2));
  const legend =
    'How well the noise of each picture agrees with the pattern that the others of a camera share, as peak-to-correlation energy; chance gives about 1.';
  return { type: 'table', mimeType: 'application/json', bytes, width: 0, height: 0, legend };
}
