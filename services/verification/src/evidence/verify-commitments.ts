import { computeCommitment, writeMachineResults } from '../domain/commitment/machine-results.ts';
import type { RecordedResults } from '../domain/commitment/machine-results.ts';
import type { Commitment } from '../domain/stage/stage.ts';
import { documentNames } from './bundle-parts.ts';
import type { BundleProblem } from './bundle-verification.ts';
import type { ByteSource } from './byte-source.ts';
import { readPart } from './read-part.ts';
import type { Statement } from './statement.ts';

/** A stage as its part records it. */
type RecordedStage = RecordedResults & { readonly commitment?: Pick<Commitment, 'sha256' | 'salt'> };

/**
 * Checks in a bundle whose bytes are those that were signed that the results of the machine stages are those to which each crowd stage
 * committed before the first person could answer.
 */
export async function findCommitmentProblems(
  source: ByteSource,
  statement: Statement,
): Promise<readonly BundleProblem[]> {
  const names = statement.parts.map(({ name }) => name).filter((name) => name.startsWith('stages/'));
  const stages: (RecordedStage & { readonly name: string })[] = [];
  for (const name of names) {
    // The function documentParts wrote the parts of a signed bundle.
    const stage = JSON.parse(await readPart(source, statement, name)) as RecordedStage;
    stages.push({ ...stage, name });
  }
  const committed = stages.flatMap(({ name, commitment }) =>
    commitment === undefined ? [] : [{ name, commitment }],
  );
  if (committed.length === 0) return [];
  const part = documentNames.machineResults;
  if (!statement.parts.some(({ name }) => name === part)) return [{ part, reason: 'is missing' }];
  const results = await readPart(source, statement, part);
  const differs = results !== writeMachineResults(stages);
  return [
    ...(differs ? [{ part, reason: 'does not have the results that the stages record' }] : []),
    ...committed
      .filter(({ commitment }) => computeCommitment(commitment.salt, results) !== commitment.sha256)
      .map(({ name }) => ({ part: name, reason: 'has a commitment to other machine results' })),
  ];
}
