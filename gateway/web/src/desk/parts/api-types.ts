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

export interface RunEstimate {
  readonly expectedCents: number;
  readonly warnings: readonly { readonly fileId: string; readonly reason: string }[];
}

export interface Stage {
  readonly id: string;
  readonly stageName: string;
  readonly order: number;
  readonly status: RunStatus | 'skipped';
  readonly summary: string | null;
}

export interface RunWithStages extends Run {
  readonly stages: readonly Stage[];
}

export interface Artifact {
  readonly type: string;
  readonly mimeType: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly legend: string;
}
