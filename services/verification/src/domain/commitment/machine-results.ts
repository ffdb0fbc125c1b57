import { Buffer } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import type { StageTask } from '../pipeline/pipeline.ts';
import type { Commitment, RunStage } from '../stage/stage.ts';
import { canonicalJson } from './canonical-json.ts';

/** A machine stage as the run's document or its evidence bundle records it. */
export interface RecordedResults extends Pick<RunStage, 'slug' | 'summary' | 'findings'> {
  readonly task: StageTask;
  readonly artifacts: readonly { readonly id: string; readonly type: string; readonly sha256: string }[];
}

/** Writes the results of the machine stages as the canonical JSON that a commitment is made to. */
export function writeMachineResults(stages: readonly RecordedResults[]): string {
  const results = stages
    .filter(({ task }) => task.kind === 'examine')
    .map(({ slug, summary, findings, artifacts }) => ({
      slug,
      summary,
      findings,
      artifacts: artifacts.map(({ id, type, sha256 }) => ({ id, type, sha256 })),
    }));
  return canonicalJson(results);
}

/** Commits to a text under a new random salt. */
export function commitTo(text: string, now: Date): Commitment {
  const salt = randomBytes(32).toString('hex');
  return { sha256: computeCommitment(salt, text), salt, createdAt: now };
}

/** Computes the SHA-256 over the bytes of the salt and of the text in UTF-8, in lower-case hex. */
export function computeCommitment(saltHex: string, text: string): string {
  return createHash('sha256').update(Buffer.from(saltHex, 'hex')).update(text, 'utf8').digest('hex');
}
