/** Bodies of the API, with the fields that the desk reads. The OpenAPI document describes all of them. */

export type Role = 'viewer' | 'user' | 'admin' | 'superadmin';

export interface User {
  readonly id: string;
  readonly email: string | null;
  readonly name: string;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface Member {
  readonly userId: string;
  readonly role: Role;
}

export interface Project {
  readonly id: string;
  readonly name: string;
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly total: number;
  readonly nextCursor: string | null;
}

export interface ClaimField {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'datetime' | 'enum';
  readonly enumValues: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
}

export interface FileRequirement {
  readonly mimeTypes: readonly string[];
  readonly minCount: number;
  readonly maxCount: number;
}

export interface Pipeline {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly status: 'active' | 'maintenance' | 'deprecated';
  readonly tier: 'ai-only' | 'ai-crowd' | 'context-only' | 'multi-file';
  readonly estimatedMinutes: number;
  readonly costCredits: number;
  readonly requiredFiles: readonly FileRequirement[];
  readonly requiredContextFields: readonly ClaimField[];
  readonly optionalContextFields: readonly ClaimField[];
}

export interface EnrichmentProgress {
  readonly step: 'fetching' | 'reading' | 'measuring' | 'picturing';
  readonly share: number | null;
}

export interface StoredFile {
  readonly id: string;
  readonly mimeType: string;
  readonly enrichmentStatus: 'pending' | 'running' | 'completed' | 'failed';
  readonly enrichmentProgress?: EnrichmentProgress | null;
  readonly enrichmentError?: string;
  readonly thumbnail?: object | null;
}

export type Verdict = 'authentic' | 'manipulated' | 'synthetic' | 'inconclusive' | 'unverified';
export type RunStatus = 'pending' | 'running' | 'awaiting_crowd' | 'completed' | 'failed';

/** Claims by their keys. */
export type Claims = Readonly<Record<string, string | number | boolean>>;

export interface ClaimJudgement {
  readonly key: string;
  readonly verdict: 'supported' | 'contradicted' | 'not_checkable';
  readonly summary: string;
  readonly evidence: readonly {
    readonly check: string;
    readonly bearing: string;
    readonly statement: string;
  }[];
}

export interface RunReference {
  readonly id: string;
  readonly projectId: string;
}

export interface Run extends RunReference {
  readonly pipelineSlug: string;
  readonly status: RunStatus;
  readonly verdict: Verdict | null;
  readonly error: string | null;
  readonly explanation: string | null;
  readonly headline: string | null;
  readonly confidence: number | null;
  readonly confidenceMeaning: 'posterior' | 'coverage' | null;
  readonly createdAt: string;
  readonly files: readonly { readonly id: string; readonly name: string }[];
  readonly contextDataSnapshot: Claims | null;
  readonly claims: readonly ClaimJudgement[];
}

/** The people whom a run asks. */
export interface CrowdOptions {
  readonly audience: 'organization' | 'everyone';
  readonly guestsAllowed: boolean;
  readonly validHours: number;
  readonly unpaid: boolean;
}

export interface RunEstimate {
  readonly minCents: number;
  readonly expectedCents: number;
  readonly maxCents: number;
  readonly warnings: readonly { readonly fileId: string; readonly reason: string }[];
}

/** The answers of the people whom a stage asked. */
export interface StagePeople {
  readonly responses: number;
  readonly maxResponses: number;
  readonly testedWorkers: number;
  readonly untestedWorkers: number;
  readonly consensus: { readonly value: string; readonly confidence: number } | null;
  readonly llr: number;
  readonly isCapped: boolean;
  readonly areas: readonly { readonly artifactId: string; readonly iou: number | null }[];
  readonly endedBy: 'decided' | 'max_responses' | 'expired' | 'archived' | 'canceled' | null;
}

export interface Stage {
  readonly id: string;
  readonly stageSlug: string;
  readonly stageName: string;
  readonly stageType: 'ai' | 'crowd';
  readonly order: number;
  readonly status: RunStatus | 'skipped';
  readonly summary: string | null;
  readonly minResponses: number | null;
  readonly crowdJobId: string | null;
  readonly people: StagePeople | null;
  readonly commitment: { readonly sha256: string; readonly createdAt: string } | null;
}

export interface RunWithStages extends Run {
  readonly stages: readonly Stage[];
}

export interface Artifact {
  readonly id: string;
  readonly stageSlug: string;
  readonly type: string;
  readonly mimeType: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly legend: string;
}
