import type { Audience, MarkedArea } from '../job/job.ts';

/** The conditions on which people answer a stage of a run. */
export interface ResponseTerms {
  readonly audience: Audience;
  readonly guestsAllowed: boolean;
  readonly validUntil: Date;
  /** The price of an answer with its fee, in euro cents. */
  readonly unitCents: number;
  readonly minResponses: number;
  readonly maxResponses: number;
  readonly consensusThreshold: number;
  /** The hold that pays for the answers. Empty for the first hold of the run. */
  readonly holdId: string;
  /** A two-letter code. Empty for any. */
  readonly language: string;
}

/** The request of a stage for answers. A later one of the same job requests more of them. */
export interface ResponseRequest {
  /** The job that asks. */
  readonly jobId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly stageId: string;
  readonly stageSlug: string;
  readonly pipelineVersion: string;
  readonly fileIds: readonly string[];
  /** The number of answers, those of earlier requests included. */
  readonly responsesRequested: number;
  readonly terms: ResponseTerms;
  /** The texts that the survey shows, by name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly areas: readonly MarkedArea[];
  readonly showsMaps: boolean;
}
