// Generated from gateway/openapi.json: npm test -- deploy/local/src/page-api -u

export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AcceptedAnswers: {
            readonly accepted: number;
            readonly skipped: readonly components["schemas"]["SkippedAnswer"][];
            readonly remaining: number | null;
        };
        readonly Agreement: {
            readonly method: string;
            readonly value: number | null;
        };
        readonly AnsweredQuestion: {
            readonly questionKey: string;
            readonly questionType: string;
            readonly value: unknown;
            readonly label: string | null;
        };
        readonly ApiKey: {
            readonly id: string;
            readonly userId: string;
            readonly name: string;
            readonly role: ("viewer" | "user" | "admin" | "superadmin") | null;
            readonly expirationDate: string | null;
            /** @enum {string} */
            readonly state: "active" | "expired";
            readonly organizationIds: readonly string[];
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly spendLimitCents: number | null;
            readonly spendPeriod: ("day" | "month") | null;
            readonly parentKeyId: string | null;
            readonly current: boolean;
            readonly allowedTools: readonly string[] | null;
        };
        readonly Appeal: {
            readonly id: string;
            readonly answerId: string;
            readonly jobId: string;
            readonly workerId: string;
            readonly guestWorkerId: string | null;
            readonly message: string;
            /** @enum {string} */
            readonly status: "open" | "upheld" | "overturned";
            readonly createdAt: string;
            readonly resolvedById: string | null;
            readonly resolvedAt: string | null;
            readonly note: string | null;
        };
        readonly AreaOverlap: {
            readonly artifactId: string;
            readonly iou: number | null;
        };
        readonly Artifact: {
            readonly id: string;
            readonly stageSlug: string;
            readonly type: string;
            readonly mimeType: string;
            readonly url: string;
            readonly width: number;
            readonly height: number;
            readonly legend: string;
            readonly sha256: string;
        };
        readonly Balance: {
            readonly availableCents: number;
            readonly heldCents: number;
            readonly balanceCents: number;
        };
        readonly BundleLink: {
            readonly url: string;
            readonly expiresAt: string;
        };
        readonly ClaimEvidence: {
            readonly check: string;
            readonly bearing: string;
            readonly statement: string;
        };
        readonly ClaimJudgement: {
            readonly key: string;
            /** @enum {string} */
            readonly verdict: "supported" | "contradicted" | "not_checkable";
            readonly summary: string;
            readonly evidence: readonly components["schemas"]["ClaimEvidence"][];
        };
        readonly CleaningPipeline: {
            readonly slug: string;
            readonly name: string;
            readonly description: string;
            readonly supportedModalities: readonly ("image" | "audio" | "video" | "text" | "document" | "multimodal")[];
            readonly version: string;
            /** @enum {string} */
            readonly status: "active" | "maintenance";
            readonly statusReason: string | null;
            readonly modes: readonly ("cleaning" | "dedup" | "split" | "crowd-label")[];
            readonly mode: ("cleaning" | "dedup" | "split" | "crowd-label") | null;
            readonly targetTypes: readonly ("project_file" | "dataset_version")[];
            readonly steps: readonly components["schemas"]["CleaningStep"][];
            readonly languageTechnology: boolean;
        };
        readonly CleaningStep: {
            readonly name: string;
            readonly description: string;
        };
        readonly ConsensusWeight: {
            readonly workerId: string;
            readonly weight: number;
        };
        readonly ContextField: {
            readonly key: string;
            readonly label: string;
            readonly description: string;
            readonly type: string;
            readonly enumValues: readonly string[];
            readonly minimum: number | null;
            readonly maximum: number | null;
        };
        readonly CreatedCrowdJob: {
            readonly id: string;
            readonly projectId: string;
            readonly organizationId: string;
            readonly name: string;
            readonly title: string;
            readonly description: string;
            readonly category: string;
            readonly language: string;
            /** @enum {string} */
            readonly status: "assignable" | "paused" | "no_tasks" | "finished" | "expired" | "archived";
            readonly surveyTemplateVersionId: string;
            readonly inputDataSetId: string | null;
            readonly datasetVersionId: string | null;
            readonly variantCount: number;
            readonly maxRepetitionsPerVariant: number;
            readonly maxSlots: number;
            readonly rewardCents: number;
            readonly claimTtlMinutes: number;
            readonly autoAcceptHours: number;
            readonly validUntil: string;
            readonly blind: boolean;
            readonly guestsAllowed: boolean;
            readonly requiredQualifications: readonly components["schemas"]["RequiredQualification"][];
            readonly goldenTaskRatio: number;
            readonly minResponses: number;
            readonly consensusThreshold: number | null;
            readonly regionsRequested: boolean;
            readonly counts: components["schemas"]["JobCounts"];
            readonly estimatedCostCents: number;
            readonly heldCents: number;
            readonly spentCents: number;
            readonly createdById: string | null;
            /** @enum {string} */
            readonly audience: "organization" | "everyone";
            readonly estimatedMinutes: number | null;
            readonly watcherIds: readonly string[];
            readonly workUrl: string;
            readonly runId: string | null;
            readonly stageSlug: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly grantsQualification: string | null;
            readonly webhooks: readonly components["schemas"]["WebhookWithSecret"][];
        };
        readonly CrowdAnswer: {
            readonly id: string;
            readonly answerId: string;
            readonly jobId: string;
            readonly jobTitle: string;
            readonly taskId: string;
            readonly variantIndex: number;
            readonly repetitionIndex: number;
            readonly workerId: string;
            readonly guestWorkerId: string | null;
            /** @enum {string} */
            readonly status: "pending_review" | "accepted" | "rejected";
            readonly claimedAt: string;
            readonly submittedAt: string;
            readonly durationSeconds: number;
            readonly answers: readonly components["schemas"]["AnsweredQuestion"][];
            readonly regions: readonly components["schemas"]["MarkedRegion"][];
            readonly attentionChecksPassed: boolean | null;
            readonly workerMetadata: components["schemas"]["WorkerMetadata"];
            readonly inputDataSnapshot: {
                readonly [key: string]: unknown;
            } | null;
            readonly autoAccepted: boolean;
            readonly reviewedById: string | null;
            readonly reviewedAt: string | null;
            readonly rejectionCategory: ("too_fast" | "too_slow" | "failed_instructions" | "failed_check" | "low_effort" | "incomplete" | "inconsistent" | "wrong_code" | "no_data" | "unsupported_device" | "duplicate" | "suspected_automation" | "other") | null;
            readonly rejectionReason: string | null;
            readonly acceptanceNote: string | null;
            readonly rewardCents: number;
            readonly feedback: string | null;
            readonly selfReviewed: boolean;
            readonly golden: boolean;
            readonly displayName: string | null;
            readonly fileIds: readonly string[];
            readonly fileNames: readonly string[];
            readonly runId: string | null;
            readonly stageSlug: string | null;
        };
        readonly CrowdJob: {
            readonly id: string;
            readonly projectId: string;
            readonly organizationId: string;
            readonly name: string;
            readonly title: string;
            readonly description: string;
            readonly category: string;
            readonly language: string;
            /** @enum {string} */
            readonly status: "assignable" | "paused" | "no_tasks" | "finished" | "expired" | "archived";
            readonly surveyTemplateVersionId: string;
            readonly inputDataSetId: string | null;
            readonly datasetVersionId: string | null;
            readonly variantCount: number;
            readonly maxRepetitionsPerVariant: number;
            readonly maxSlots: number;
            readonly rewardCents: number;
            readonly claimTtlMinutes: number;
            readonly autoAcceptHours: number;
            readonly validUntil: string;
            readonly blind: boolean;
            readonly guestsAllowed: boolean;
            readonly requiredQualifications: readonly components["schemas"]["RequiredQualification"][];
            readonly goldenTaskRatio: number;
            readonly minResponses: number;
            readonly consensusThreshold: number | null;
            readonly regionsRequested: boolean;
            readonly counts: components["schemas"]["JobCounts"];
            readonly estimatedCostCents: number;
            readonly heldCents: number;
            readonly spentCents: number;
            readonly createdById: string | null;
            /** @enum {string} */
            readonly audience: "organization" | "everyone";
            readonly estimatedMinutes: number | null;
            readonly watcherIds: readonly string[];
            readonly workUrl: string;
            readonly runId: string | null;
            readonly stageSlug: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly grantsQualification: string | null;
        };
        readonly CrowdJobEstimate: {
            readonly minCents: number;
            readonly expectedCents: number;
            readonly maxCents: number;
            readonly feeCents: number;
            readonly hourlyRewardCents: number | null;
            readonly balanceCents: number;
            readonly sufficient: boolean;
            readonly warnings: readonly components["schemas"]["EstimateWarning"][];
            readonly variantCount: number;
            readonly maxSlots: number;
        };
        readonly CrowdJobStats: {
            readonly counts: components["schemas"]["JobCounts"];
            readonly medianSeconds: number | null;
            readonly agreement: components["schemas"]["Agreement"];
            readonly workers: readonly components["schemas"]["WorkerStats"][];
        };
        readonly CrowdTask: {
            readonly id: string;
            readonly variantIndex: number;
            /** @enum {string} */
            readonly status: "open" | "claimed" | "answered" | "closed";
            readonly claims: number;
            readonly answers: number;
            readonly golden: boolean;
            readonly inputData: {
                readonly [key: string]: unknown;
            };
            readonly fileIds: readonly string[];
        };
        readonly Dataset: {
            readonly id: string;
            readonly organizationId: string;
            readonly name: string;
            readonly internalId: string;
            /** @enum {string} */
            readonly modality: "image" | "audio" | "video" | "text" | "document" | "multimodal";
            readonly description: string | null;
            readonly rawVersionId: string;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly DatasetIssue: {
            /** @enum {string} */
            readonly type: "near_duplicate" | "exact_duplicate" | "outlier" | "corrupt" | "low_information" | "split_leakage" | "blurry" | "dark" | "overexposed" | "small" | "lost_part";
            readonly score: number;
            readonly fileIds: readonly string[];
            readonly explanation: string;
            readonly facts: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly DatasetVersion: {
            readonly id: string;
            readonly datasetId: string;
            /** @enum {string} */
            readonly state: "raw" | "cleaning" | "cleaned" | "failed" | "enriching" | "cleaned_and_enriched";
            readonly label: string | null;
            readonly parentVersionId: string | null;
            readonly cleaningPipelineSlug: string | null;
            readonly pipelineVersion: string | null;
            readonly fileCount: number;
            readonly sizeBytes: number;
            readonly counts: components["schemas"]["VersionCounts"] | null;
            readonly progress: components["schemas"]["JobProgress"] | null;
            readonly manifestSha256: string | null;
            readonly error: string | null;
            readonly createdAt: string;
        };
        readonly DatasetVersionFile: {
            readonly id: string;
            readonly fileId: string;
            readonly sourceFileId: string | null;
            readonly file: components["schemas"]["NamedFile"];
        };
        readonly DatasetVersionPage: {
            readonly id: string;
            readonly datasetId: string;
            /** @enum {string} */
            readonly state: "raw" | "cleaning" | "cleaned" | "failed" | "enriching" | "cleaned_and_enriched";
            readonly label: string | null;
            readonly parentVersionId: string | null;
            readonly cleaningPipelineSlug: string | null;
            readonly pipelineVersion: string | null;
            readonly fileCount: number;
            readonly sizeBytes: number;
            readonly counts: components["schemas"]["VersionCounts"] | null;
            readonly progress: components["schemas"]["JobProgress"] | null;
            readonly manifestSha256: string | null;
            readonly error: string | null;
            readonly createdAt: string;
            readonly files: readonly components["schemas"]["DatasetVersionFile"][];
            readonly total: number;
            readonly page: number;
            readonly limit: number;
        };
        readonly DatasetWithVersions: {
            readonly id: string;
            readonly organizationId: string;
            readonly name: string;
            readonly internalId: string;
            /** @enum {string} */
            readonly modality: "image" | "audio" | "video" | "text" | "document" | "multimodal";
            readonly description: string | null;
            readonly rawVersionId: string;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly versions: readonly components["schemas"]["DatasetVersion"][];
        };
        readonly DiffItem: {
            /** @enum {string} */
            readonly change: "added" | "removed" | "changed";
            readonly fileId: string;
            readonly sourceFileId: string | null;
            readonly name: string;
            readonly sha256Before: string | null;
            readonly sha256After: string | null;
        };
        readonly Enrichment: {
            readonly sha256?: string;
            readonly detectedMimeType?: string;
            readonly perceptualHash?: string | null;
            readonly c2pa?: {
                readonly present: boolean;
                readonly state: string | null;
                readonly validator: string;
                readonly trustListVersion: string | null;
                readonly signer: {
                    readonly [key: string]: unknown;
                } | null;
                readonly statusCodes: readonly string[];
            } & {
                readonly [key: string]: unknown;
            };
            readonly width?: number;
            readonly height?: number;
            readonly colorSpace?: string;
            readonly orientation?: number;
            readonly hasExif?: boolean;
            readonly embedded?: readonly ({
                /** @enum {string} */
                readonly kind: "motion_video" | "gain_map" | "depth_map" | "preview";
                readonly mimeType: string;
                readonly size: number;
                readonly durationSeconds?: number;
            } & {
                readonly [key: string]: unknown;
            })[];
            readonly captureDevice?: string;
            readonly capturedAt?: string;
            readonly capturedAtBasis?: string;
            readonly gpsCoordinates?: {
                readonly lat: number;
                readonly lng: number;
            };
            readonly durationSeconds?: number;
            readonly declaredDurationSeconds?: number;
            readonly codec?: string;
            readonly sampleRate?: number;
            readonly channels?: number;
            readonly bitRate?: number;
            readonly loudnessLufs?: number;
            readonly encoder?: string;
            readonly tags?: {
                readonly [key: string]: string;
            };
            readonly frameRate?: number;
            readonly frameCount?: number;
            readonly videoCodec?: string;
            readonly audioCodec?: string;
            readonly rotation?: number;
            readonly containerBrand?: string;
            readonly compatibleBrands?: readonly string[];
            readonly streams?: readonly {
                readonly [key: string]: unknown;
            }[];
            readonly posterUnavailable?: string;
            readonly decoder?: string;
            readonly notes?: readonly string[];
            readonly pageCount?: number;
            readonly title?: string;
            readonly lastModifiedBy?: string;
            readonly author?: string;
            readonly creatorTool?: string;
            readonly producer?: string;
            readonly createdAt?: string;
            readonly createdAtBasis?: string;
            readonly modifiedAt?: string;
            readonly modifiedAtBasis?: string;
            readonly hasSignatures?: boolean;
            readonly signatureCount?: number;
            readonly revisionCount?: number;
            readonly incrementalUpdates?: number;
            readonly fonts?: readonly string[];
            readonly revisionIds?: readonly string[];
            readonly revisionIdCount?: number;
            readonly revisionNumber?: number;
            readonly isEncrypted?: boolean;
            readonly textIsComplete?: boolean;
            readonly characterCount?: number;
            readonly wordCount?: number;
            readonly wordCountIsEstimated?: boolean;
            readonly language?: string | null;
            readonly encoding?: string | null;
            readonly encodingConfidence?: number | null;
        } & {
            readonly [key: string]: unknown;
        };
        readonly EnrichmentProgress: {
            /** @enum {string} */
            readonly step: "fetching" | "reading" | "measuring" | "picturing";
            readonly share: number | null;
            readonly updatedAt: string;
        };
        readonly EstimateWarning: {
            readonly code: string;
            readonly message: string;
        };
        readonly File: {
            readonly id: string;
            readonly organizationId: string;
            readonly projectId: string | null;
            readonly uploaderId: string;
            readonly name: string;
            readonly mimeType: string;
            readonly size: number;
            readonly contentHash: string;
            readonly etag: string;
            readonly path: string;
            readonly enrichmentStatus: ("pending" | "running" | "completed" | "failed") | null;
            readonly tags: readonly string[];
            /** @enum {string} */
            readonly privacyLevel: "private" | "sensitive" | "internal" | "public";
            readonly additionalInfo: {
                readonly [key: string]: unknown;
            };
            /** @enum {string} */
            readonly origin: "user_upload" | "workflow_generated";
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly folderId: string | null;
            readonly metadata: unknown | null;
            readonly sourceFileId: string | null;
            readonly originWorkflowId: string | null;
            readonly placeholder: string | null;
            readonly thumbnail: components["schemas"]["Thumbnail"] | null;
            readonly enrichmentProgress: components["schemas"]["EnrichmentProgress"] | null;
            readonly datasetId: string | null;
            readonly type: string;
            readonly lastModified: string;
            readonly enrichment?: components["schemas"]["Enrichment"];
            readonly enrichmentError?: string;
        };
        readonly Golden: {
            readonly expected: unknown;
        };
        readonly InvitationPreview: {
            readonly organizationName: string;
            readonly email: string;
            /** @enum {string} */
            readonly role: "viewer" | "user" | "admin" | "superadmin";
            /** @enum {string} */
            readonly status: "pending" | "accepted" | "declined" | "expired";
            readonly expiresAt: string;
            readonly invitedByEmail: string | null;
        };
        readonly IssuePage: {
            readonly data: readonly components["schemas"]["DatasetIssue"][];
            readonly total: number;
            readonly totalIsExact: boolean;
            readonly limit: number;
            readonly offset: number;
            readonly nextCursor: string | null;
            readonly scannedAt: string | null;
        };
        readonly JobCounts: {
            readonly available: number;
            readonly claimed: number;
            readonly pendingReview: number;
            readonly accepted: number;
            readonly rejected: number;
            readonly returned: number;
            readonly expired: number;
            readonly unopened: number;
            readonly closed: number;
        };
        readonly JobProgress: {
            readonly done: number;
            readonly total: number;
        };
        readonly JobWebhookDeliveryPage: {
            readonly total: number;
            readonly items: readonly components["schemas"]["WebhookDelivery"][];
        };
        readonly JobWebhookRecovery: {
            readonly queued: number;
        };
        readonly JobWebhookTest: {
            readonly ok: boolean;
            readonly statusCode: number | null;
            readonly errorMessage: string | null;
            readonly durationMs: number;
        };
        readonly MarkedRegion: {
            readonly fileId: string | null;
            readonly x: number | null;
            readonly y: number | null;
            readonly width: number | null;
            readonly height: number | null;
            readonly startSeconds: number | null;
            readonly endSeconds: number | null;
            readonly note: string | null;
            readonly questionKey: string | null;
        };
        readonly McpAnswer: {
            /** @enum {string} */
            readonly jsonrpc: "2.0";
            readonly id?: unknown;
            readonly result?: {
                readonly [key: string]: unknown;
            };
            readonly error?: {
                readonly code: number;
                readonly message: string;
                readonly data?: unknown;
            };
        };
        readonly McpMessage: {
            /** @enum {string} */
            readonly jsonrpc: "2.0";
            readonly id?: unknown;
            readonly method?: string;
            readonly params?: unknown;
        };
        readonly Member: {
            readonly userId: string;
            readonly email: string | null;
            readonly name: string;
            /** @enum {string} */
            readonly role: "viewer" | "user" | "admin" | "superadmin";
            readonly joinedAt: string;
        };
        readonly NamedFile: {
            readonly id: string;
            readonly name: string;
            readonly size: number;
            readonly type: string;
            readonly sha256: string;
            readonly createdAt: string;
        };
        readonly Organization: {
            readonly id: string;
            readonly name: string;
            readonly slug: string;
            readonly modules: readonly string[];
            readonly plan: string;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly memberCount: number;
            readonly balance_cents: number;
            readonly currency: string;
        };
        readonly OwnAnswer: {
            readonly id: string;
            readonly answerId: string;
            readonly jobId: string;
            readonly jobTitle: string;
            readonly taskId: string;
            /** @enum {string} */
            readonly status: "pending_review" | "accepted" | "rejected";
            readonly answers: readonly components["schemas"]["AnsweredQuestion"][];
            readonly regions: readonly components["schemas"]["MarkedRegion"][];
            readonly claimedAt: string;
            readonly submittedAt: string;
            readonly rewardCents: number;
            readonly rejectionCategory: ("too_fast" | "too_slow" | "failed_instructions" | "failed_check" | "low_effort" | "incomplete" | "inconsistent" | "wrong_code" | "no_data" | "unsupported_device" | "duplicate" | "suspected_automation" | "other") | null;
            readonly rejectionReason: string | null;
            readonly acceptanceNote: string | null;
            readonly appeal: components["schemas"]["OwnAppeal"] | null;
            readonly appealableUntil: string | null;
            readonly thisSubmission: components["schemas"]["ThisSubmission"] | null;
        };
        readonly OwnAppeal: {
            readonly id: string;
            /** @enum {string} */
            readonly status: "open" | "upheld" | "overturned";
        };
        readonly PeopleConsensus: {
            readonly value: string;
            readonly confidence: number;
        };
        readonly Pipeline: {
            readonly slug: string;
            readonly name: string;
            readonly description: string;
            /** @enum {string} */
            readonly status: "active" | "maintenance" | "deprecated";
            readonly estimatedMinutes: number;
            /** @enum {string} */
            readonly tier: "ai-only" | "ai-crowd" | "context-only" | "multi-file";
            readonly requiredFiles: readonly components["schemas"]["RequiredFile"][];
            readonly requiredContextFields: readonly components["schemas"]["ContextField"][];
            readonly optionalContextFields: readonly components["schemas"]["ContextField"][];
            readonly stages: readonly components["schemas"]["PipelineStage"][];
            readonly costCredits: number;
            readonly version: string;
        };
        readonly PipelineStage: {
            readonly slug: string;
            readonly name: string;
            /** @enum {string} */
            readonly type: "ai" | "crowd";
            readonly description: string;
        };
        readonly PresignedUrl: {
            readonly url: string;
            readonly expiresAt: string;
        };
        readonly Project: {
            readonly id: string;
            readonly organizationId: string;
            readonly name: string;
            readonly description: string | null;
            /** @enum {string} */
            readonly type: "standard" | "research";
            readonly createdBy: string;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly Question: {
            readonly key: string;
            /** @enum {string} */
            readonly type: "single_choice" | "multiple_choice" | "scale" | "boolean" | "text" | "number" | "region" | "time_range" | "ranking" | "file_choice";
            readonly label: string;
            readonly helpText: string | null;
            readonly required: boolean;
            readonly options: readonly components["schemas"]["QuestionOption"][];
            readonly min: number | null;
            readonly max: number | null;
            readonly showIf: components["schemas"]["ShowIf"] | null;
            readonly golden: components["schemas"]["Golden"] | null;
        };
        readonly QuestionOption: {
            readonly value: string;
            readonly label: string;
            readonly exclusive: boolean;
        };
        readonly RequiredFile: {
            readonly label: string;
            readonly description: string;
            readonly mimeTypes: readonly string[];
            readonly minCount: number;
            readonly maxCount: number;
            readonly requiredEnrichmentFields: readonly string[];
        };
        readonly RequiredQualification: {
            readonly key: string;
            /** @enum {string} */
            readonly operator: "equals" | "not_equals" | "at_least" | "at_most" | "one_of";
            readonly value: unknown;
        };
        readonly Run: {
            readonly id: string;
            readonly projectId: string;
            readonly organizationId: string;
            readonly pipelineSlug: string;
            /** @enum {string} */
            readonly status: "pending" | "running" | "awaiting_crowd" | "completed" | "failed";
            readonly contextId: string | null;
            readonly contextDataSnapshot: {
                readonly [key: string]: unknown;
            } | null;
            readonly verdict: ("authentic" | "manipulated" | "synthetic" | "inconclusive" | "unverified") | null;
            readonly confidence: number | null;
            readonly explanation: string | null;
            readonly report: string | null;
            readonly error: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly completedAt: string | null;
            readonly costCents: number;
            readonly pipelineVersion: string | null;
            readonly confidenceMeaning: ("posterior" | "coverage") | null;
            readonly prior: number | null;
            readonly claims: readonly components["schemas"]["ClaimJudgement"][];
            readonly headline: string | null;
            readonly pipelineId: string;
            readonly fileIds: readonly string[];
            readonly files: readonly {
                readonly id: string;
                readonly name: string;
                readonly type: string;
                readonly role: string;
            }[];
            readonly jobId: string | null;
            readonly scorecard: {
                readonly [key: string]: number;
            } | null;
        };
        readonly RunEstimate: {
            readonly minCents: number;
            readonly expectedCents: number;
            readonly maxCents: number;
            readonly stages: readonly components["schemas"]["StageEstimate"][];
            readonly balanceCents: number;
            readonly sufficient: boolean;
            readonly expiresAt: string;
            readonly warnings: readonly components["schemas"]["RunEstimateWarning"][];
        };
        readonly RunEstimateWarning: {
            readonly code: string;
            readonly fileId: string;
            readonly reason: string;
        };
        readonly RunWithStages: {
            readonly id: string;
            readonly projectId: string;
            readonly organizationId: string;
            readonly pipelineSlug: string;
            /** @enum {string} */
            readonly status: "pending" | "running" | "awaiting_crowd" | "completed" | "failed";
            readonly contextId: string | null;
            readonly contextDataSnapshot: {
                readonly [key: string]: unknown;
            } | null;
            readonly verdict: ("authentic" | "manipulated" | "synthetic" | "inconclusive" | "unverified") | null;
            readonly confidence: number | null;
            readonly explanation: string | null;
            readonly report: string | null;
            readonly error: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly completedAt: string | null;
            readonly costCents: number;
            readonly pipelineVersion: string | null;
            readonly confidenceMeaning: ("posterior" | "coverage") | null;
            readonly prior: number | null;
            readonly claims: readonly components["schemas"]["ClaimJudgement"][];
            readonly headline: string | null;
            readonly pipelineId: string;
            readonly fileIds: readonly string[];
            readonly files: readonly {
                readonly id: string;
                readonly name: string;
                readonly type: string;
                readonly role: string;
            }[];
            readonly jobId: string | null;
            readonly scorecard: {
                readonly [key: string]: number;
            } | null;
            readonly stages: readonly components["schemas"]["Stage"][];
        };
        readonly ShowIf: {
            readonly questionKey: string;
            readonly equals: unknown;
        };
        readonly SkippedAnswer: {
            readonly answerId: string;
            readonly code: string;
        };
        readonly Stage: {
            readonly id: string;
            readonly slug: string;
            readonly stageName: string;
            /** @enum {string} */
            readonly type: "ai" | "crowd";
            readonly order: number;
            /** @enum {string} */
            readonly status: "pending" | "running" | "awaiting_crowd" | "completed" | "failed" | "skipped";
            readonly verdict: ("authentic" | "manipulated" | "synthetic" | "inconclusive" | "unverified") | null;
            readonly confidence: number | null;
            readonly summary: string | null;
            readonly artifacts: {
                readonly [key: string]: unknown;
            } | null;
            readonly startedAt: string | null;
            readonly completedAt: string | null;
            readonly error: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly minResponses: number | null;
            readonly crowdJobId: string | null;
            readonly people: components["schemas"]["StagePeople"] | null;
            readonly commitment: components["schemas"]["StageCommitment"] | null;
            readonly stageSlug: string;
            /** @enum {string} */
            readonly stageType: "ai" | "crowd";
            readonly stageOrder: number;
            readonly stageReport: string | null;
            readonly verificationPipelineRunId: string;
            readonly jobId: string | null;
            readonly consensusThreshold: string | null;
        };
        readonly StageCommitment: {
            readonly sha256: string;
            readonly createdAt: string;
        };
        readonly StageEstimate: {
            readonly slug: string;
            readonly cents: number;
        };
        readonly StagePeople: {
            readonly responses: number;
            readonly maxResponses: number;
            readonly testedWorkers: number;
            readonly untestedWorkers: number;
            readonly consensus: components["schemas"]["PeopleConsensus"] | null;
            readonly llr: number;
            readonly isCapped: boolean;
            readonly areas: readonly components["schemas"]["AreaOverlap"][];
            readonly endedBy: string | null;
        };
        readonly Survey: {
            readonly title: string;
            readonly introduction: string | null;
            readonly language: string;
            readonly questions: readonly components["schemas"]["SurveyQuestion"][];
        };
        readonly SurveyPreview: {
            readonly survey: components["schemas"]["Survey"];
            readonly inputData: {
                readonly [key: string]: string;
            };
            readonly previewUrl: string;
        };
        readonly SurveyQuestion: {
            readonly key: string;
            /** @enum {string} */
            readonly type: "single_choice" | "multiple_choice" | "scale" | "boolean" | "text" | "number" | "region" | "time_range" | "ranking" | "file_choice";
            readonly label: string;
            readonly helpText: string | null;
            readonly required: boolean;
            readonly options: readonly components["schemas"]["QuestionOption"][];
            readonly min: number | null;
            readonly max: number | null;
            readonly showIf: components["schemas"]["ShowIf"] | null;
        };
        readonly SurveyTemplate: {
            readonly id: string;
            readonly organizationId: string;
            readonly projectId: string | null;
            readonly name: string;
            readonly language: string;
            readonly versions: readonly components["schemas"]["SurveyVersionSummary"][];
            readonly createdById: string;
            readonly createdAt: string;
        };
        readonly SurveyVersion: {
            readonly id: string;
            readonly templateId: string;
            readonly versionNumber: number;
            readonly title: string;
            readonly introduction: string | null;
            readonly questions: readonly components["schemas"]["Question"][];
            readonly publishedAt: string;
        };
        readonly SurveyVersionSummary: {
            readonly id: string;
            readonly versionNumber: number;
            readonly publishedAt: string;
        };
        readonly ThisSubmission: {
            readonly stored: boolean;
        };
        readonly Thumbnail: {
            readonly mimeType: string;
            readonly width: number;
            readonly height: number;
        };
        readonly User: {
            readonly id: string;
            readonly email: string | null;
            readonly name: string;
            readonly locale: string;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly VariantConsensus: {
            readonly taskId: string;
            readonly variantIndex: number;
            readonly value: {
                readonly [key: string]: unknown;
            };
            readonly confidence: number | null;
            readonly method: string;
            readonly responses: number;
            readonly weights: readonly components["schemas"]["ConsensusWeight"][];
            readonly ties: readonly string[];
        };
        readonly VersionCounts: {
            readonly unchanged: number;
            readonly changed: number;
            readonly removed: {
                readonly [key: string]: number;
            };
            readonly skipped: {
                readonly [key: string]: number;
            };
        };
        readonly VersionDiff: {
            readonly added: number;
            readonly removed: number;
            readonly changed: number;
            readonly unchanged: number;
            readonly total: number;
            readonly items: readonly components["schemas"]["DiffItem"][];
            readonly page: number;
            readonly limit: number;
        };
        readonly Webhook: {
            readonly id: string;
            readonly jobId: string | null;
            readonly projectId: string | null;
            readonly url: string;
            readonly description: string;
            readonly eventTypes: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "disabled";
            readonly disabledReason: ("manual" | "exhausted" | "gone") | null;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        readonly WebhookDelivery: {
            readonly id: string;
            readonly event: string;
            /** @enum {string} */
            readonly status: "pending" | "succeeded" | "failed" | "exhausted";
            readonly attempt: number;
            readonly responseStatusCode: number | null;
            readonly durationMs: number | null;
            readonly createdAt: string;
            readonly deliveredAt: string | null;
            readonly payload: {
                readonly [key: string]: unknown;
            };
            readonly responseBody: string | null;
            readonly errorMessage: string | null;
            readonly nextAttemptAt: string | null;
        };
        readonly WebhookDeliveryPage: {
            readonly total: number;
            readonly items: readonly components["schemas"]["WebhookDelivery"][];
        };
        readonly WebhookEventType: {
            readonly name: string;
            /** @enum {string} */
            readonly scope: "job" | "project";
            readonly description: string;
            readonly schema: {
                readonly [key: string]: unknown;
            };
            readonly example: {
                readonly [key: string]: unknown;
            };
        };
        readonly WebhookRecovery: {
            readonly queued: number;
        };
        readonly WebhookTest: {
            readonly ok: boolean;
            readonly statusCode: number | null;
            readonly errorMessage: string | null;
            readonly durationMs: number;
        };
        readonly WebhookWithSecret: {
            readonly id: string;
            readonly jobId: string | null;
            readonly projectId: string | null;
            readonly url: string;
            readonly description: string;
            readonly eventTypes: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "disabled";
            readonly disabledReason: ("manual" | "exhausted" | "gone") | null;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly secret: string;
        };
        readonly WorkArea: {
            readonly fileId: string;
            readonly x: number;
            readonly y: number;
            readonly width: number;
            readonly height: number;
        };
        readonly WorkClaim: {
            readonly claimId: string;
            readonly taskId: string;
            readonly jobId: string;
            readonly variantIndex: number;
            readonly survey: components["schemas"]["Survey"];
            readonly inputData: {
                readonly [key: string]: unknown;
            };
            readonly fileUrls: readonly string[];
            readonly files: readonly components["schemas"]["WorkFile"][];
            readonly expiresAt: string;
            readonly remainingSeconds: number;
            readonly extended: boolean;
            readonly regionsRequested: boolean;
            readonly guestToken: string | null;
            readonly filesPending: boolean;
            readonly maps: readonly components["schemas"]["WorkMap"][];
            readonly areas: readonly components["schemas"]["WorkArea"][];
        };
        readonly WorkFile: {
            readonly fileId: string;
            readonly url: string;
            readonly mimeType: string;
            readonly width: number | null;
            readonly height: number | null;
            readonly durationSeconds: number | null;
        };
        readonly WorkMap: {
            readonly url: string;
            readonly expiresAt: string;
            readonly width: number;
            readonly height: number;
        };
        readonly WorkerBalance: {
            readonly pendingCents: number;
            readonly earnedCents: number;
            readonly currency: string;
        };
        readonly WorkerJob: {
            readonly id: string;
            readonly title: string;
            readonly description: string;
            readonly language: string;
            readonly rewardCents: number;
            readonly estimatedMinutes: number | null;
            readonly availableSlots: number;
        };
        readonly WorkerJobDetails: {
            readonly id: string;
            readonly title: string;
            readonly description: string;
            readonly language: string;
            readonly rewardCents: number;
            readonly estimatedMinutes: number | null;
            readonly availableSlots: number;
            readonly introduction: string | null;
            readonly guestsAllowed: boolean;
        };
        readonly WorkerMetadata: {
            readonly language: string | null;
            readonly country: string | null;
            readonly deviceType: string | null;
            readonly completedTasks: number;
            readonly qualityScore: number | null;
            readonly qualifications: {
                readonly [key: string]: unknown;
            };
        };
        readonly WorkerStats: {
            readonly workerId: string;
            readonly guestWorkerId: string | null;
            readonly answers: number;
            readonly accepted: number;
            readonly rejected: number;
            readonly medianSeconds: number | null;
            readonly quality: number;
            readonly displayName: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AcceptedAnswers = components['schemas']['AcceptedAnswers'];
export type Agreement = components['schemas']['Agreement'];
export type AnsweredQuestion = components['schemas']['AnsweredQuestion'];
export type ApiKey = components['schemas']['ApiKey'];
export type Appeal = components['schemas']['Appeal'];
export type AreaOverlap = components['schemas']['AreaOverlap'];
export type Artifact = components['schemas']['Artifact'];
export type Balance = components['schemas']['Balance'];
export type BundleLink = components['schemas']['BundleLink'];
export type ClaimEvidence = components['schemas']['ClaimEvidence'];
export type ClaimJudgement = components['schemas']['ClaimJudgement'];
export type CleaningPipeline = components['schemas']['CleaningPipeline'];
export type CleaningStep = components['schemas']['CleaningStep'];
export type ConsensusWeight = components['schemas']['ConsensusWeight'];
export type ContextField = components['schemas']['ContextField'];
export type CreatedCrowdJob = components['schemas']['CreatedCrowdJob'];
export type CrowdAnswer = components['schemas']['CrowdAnswer'];
export type CrowdJob = components['schemas']['CrowdJob'];
export type CrowdJobEstimate = components['schemas']['CrowdJobEstimate'];
export type CrowdJobStats = components['schemas']['CrowdJobStats'];
export type CrowdTask = components['schemas']['CrowdTask'];
export type Dataset = components['schemas']['Dataset'];
export type DatasetIssue = components['schemas']['DatasetIssue'];
export type DatasetVersion = components['schemas']['DatasetVersion'];
export type DatasetVersionFile = components['schemas']['DatasetVersionFile'];
export type DatasetVersionPage = components['schemas']['DatasetVersionPage'];
export type DatasetWithVersions = components['schemas']['DatasetWithVersions'];
export type DiffItem = components['schemas']['DiffItem'];
export type Enrichment = components['schemas']['Enrichment'];
export type EnrichmentProgress = components['schemas']['EnrichmentProgress'];
export type EstimateWarning = components['schemas']['EstimateWarning'];
export type File = components['schemas']['File'];
export type Golden = components['schemas']['Golden'];
export type InvitationPreview = components['schemas']['InvitationPreview'];
export type IssuePage = components['schemas']['IssuePage'];
export type JobCounts = components['schemas']['JobCounts'];
export type JobProgress = components['schemas']['JobProgress'];
export type JobWebhookDeliveryPage = components['schemas']['JobWebhookDeliveryPage'];
export type JobWebhookRecovery = components['schemas']['JobWebhookRecovery'];
export type JobWebhookTest = components['schemas']['JobWebhookTest'];
export type MarkedRegion = components['schemas']['MarkedRegion'];
export type McpAnswer = components['schemas']['McpAnswer'];
export type McpMessage = components['schemas']['McpMessage'];
export type Member = components['schemas']['Member'];
export type NamedFile = components['schemas']['NamedFile'];
export type Organization = components['schemas']['Organization'];
export type OwnAnswer = components['schemas']['OwnAnswer'];
export type OwnAppeal = components['schemas']['OwnAppeal'];
export type PeopleConsensus = components['schemas']['PeopleConsensus'];
export type Pipeline = components['schemas']['Pipeline'];
export type PipelineStage = components['schemas']['PipelineStage'];
export type PresignedUrl = components['schemas']['PresignedUrl'];
export type Project = components['schemas']['Project'];
export type Question = components['schemas']['Question'];
export type QuestionOption = components['schemas']['QuestionOption'];
export type RequiredFile = components['schemas']['RequiredFile'];
export type RequiredQualification = components['schemas']['RequiredQualification'];
export type Run = components['schemas']['Run'];
export type RunEstimate = components['schemas']['RunEstimate'];
export type RunEstimateWarning = components['schemas']['RunEstimateWarning'];
export type RunWithStages = components['schemas']['RunWithStages'];
export type ShowIf = components['schemas']['ShowIf'];
export type SkippedAnswer = components['schemas']['SkippedAnswer'];
export type Stage = components['schemas']['Stage'];
export type StageCommitment = components['schemas']['StageCommitment'];
export type StageEstimate = components['schemas']['StageEstimate'];
export type StagePeople = components['schemas']['StagePeople'];
export type Survey = components['schemas']['Survey'];
export type SurveyPreview = components['schemas']['SurveyPreview'];
export type SurveyQuestion = components['schemas']['SurveyQuestion'];
export type SurveyTemplate = components['schemas']['SurveyTemplate'];
export type SurveyVersion = components['schemas']['SurveyVersion'];
export type SurveyVersionSummary = components['schemas']['SurveyVersionSummary'];
export type ThisSubmission = components['schemas']['ThisSubmission'];
export type Thumbnail = components['schemas']['Thumbnail'];
export type User = components['schemas']['User'];
export type VariantConsensus = components['schemas']['VariantConsensus'];
export type VersionCounts = components['schemas']['VersionCounts'];
export type VersionDiff = components['schemas']['VersionDiff'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryPage = components['schemas']['WebhookDeliveryPage'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type WebhookRecovery = components['schemas']['WebhookRecovery'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WorkArea = components['schemas']['WorkArea'];
export type WorkClaim = components['schemas']['WorkClaim'];
export type WorkFile = components['schemas']['WorkFile'];
export type WorkMap = components['schemas']['WorkMap'];
export type WorkerBalance = components['schemas']['WorkerBalance'];
export type WorkerJob = components['schemas']['WorkerJob'];
export type WorkerJobDetails = components['schemas']['WorkerJobDetails'];
export type WorkerMetadata = components['schemas']['WorkerMetadata'];
export type WorkerStats = components['schemas']['WorkerStats'];
export type $defs = Record<string, never>;
export interface operations {
    readonly logOut: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly message: string;
                    };
                };
            };
        };
    };
    readonly getCurrentUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    readonly listApiKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ApiKey"][];
                };
            };
        };
    };
    readonly listOrganizations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Organization"][];
                        readonly total: number;
                    };
                };
            };
        };
    };
    readonly createOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                    readonly slug?: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly orgId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Member"][];
                        readonly total: number;
                    };
                };
            };
        };
    };
    readonly previewInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly invitationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly token: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitationPreview"];
                };
            };
        };
    };
    readonly listProjects: {
        readonly parameters: {
            readonly query?: {
                readonly type?: "standard" | "research";
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Project"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly createProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                    readonly description?: string | null;
                    /** @enum {string} */
                    readonly type?: "standard" | "research";
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    readonly listFiles: {
        readonly parameters: {
            readonly query?: {
                readonly enrichmentStatus?: "pending" | "running" | "completed" | "failed";
                readonly mimeType?: string;
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
                readonly tag?: string;
                readonly folderId?: string;
                readonly name?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["File"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly uploadFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly projectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    readonly file: string;
                    readonly name?: string;
                    readonly tags?: readonly string[];
                    readonly privacyLevel?: string;
                    readonly folderId?: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["File"];
                };
            };
        };
    };
    readonly getFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly fileId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["File"];
                };
            };
        };
    };
    readonly deleteFile: {
        readonly parameters: {
            readonly query?: {
                readonly return?: "record";
            };
            readonly header?: never;
            readonly path: {
                readonly fileId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["File"];
                };
            };
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPresignedUrl: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly fileId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PresignedUrl"];
                };
            };
        };
    };
    readonly listPipelines: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Pipeline"][];
                };
            };
        };
    };
    readonly listRuns: {
        readonly parameters: {
            readonly query?: {
                readonly status?: "pending" | "running" | "awaiting_crowd" | "completed" | "failed";
                readonly pipeline_id?: string;
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
                readonly pipelineSlug?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Run"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly startRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly projectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly pipelineSlug: string;
                    readonly fileIds: readonly string[];
                    readonly contextId?: string | null;
                    readonly contextData?: {
                        readonly [key: string]: unknown;
                    };
                    readonly pipelineVersion?: string;
                    readonly maxCostCents?: number;
                    readonly crowd?: {
                        /** @enum {string} */
                        readonly audience?: "organization" | "everyone";
                        readonly guestsAllowed?: boolean | null;
                        readonly validHours?: number | null;
                        readonly unpaid?: boolean | null;
                    } | null;
                } | {
                    readonly pipeline_id: string;
                    readonly file_ids?: readonly string[];
                    readonly context_id?: string | null;
                    readonly context?: {
                        readonly [key: string]: unknown;
                    };
                    readonly pipelineVersion?: string;
                    readonly maxCostCents?: number;
                    readonly crowd?: {
                        /** @enum {string} */
                        readonly audience?: "organization" | "everyone";
                        readonly guestsAllowed?: boolean | null;
                        readonly validHours?: number | null;
                        readonly unpaid?: boolean | null;
                    } | null;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunWithStages"];
                };
            };
        };
    };
    readonly estimateRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly pipelineSlug: string;
                    readonly fileIds: readonly string[];
                    readonly contextId?: string | null;
                    readonly contextData?: {
                        readonly [key: string]: unknown;
                    };
                    readonly pipelineVersion?: string;
                    readonly maxCostCents?: number;
                    readonly crowd?: {
                        /** @enum {string} */
                        readonly audience?: "organization" | "everyone";
                        readonly guestsAllowed?: boolean | null;
                        readonly validHours?: number | null;
                        readonly unpaid?: boolean | null;
                    } | null;
                } | {
                    readonly pipeline_id: string;
                    readonly file_ids?: readonly string[];
                    readonly context_id?: string | null;
                    readonly context?: {
                        readonly [key: string]: unknown;
                    };
                    readonly pipelineVersion?: string;
                    readonly maxCostCents?: number;
                    readonly crowd?: {
                        /** @enum {string} */
                        readonly audience?: "organization" | "everyone";
                        readonly guestsAllowed?: boolean | null;
                        readonly validHours?: number | null;
                        readonly unpaid?: boolean | null;
                    } | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunEstimate"];
                };
            };
        };
    };
    readonly getProjectRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly runId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunWithStages"];
                };
            };
        };
    };
    readonly cancelRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly runId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunWithStages"];
                };
            };
        };
    };
    readonly restartRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly projectId: string;
                readonly runId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunWithStages"];
                };
            };
        };
    };
    readonly getRunReport: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "html" | "json" | "md" | "pdf";
            };
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly runId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                    readonly "application/pdf": string;
                    readonly "text/markdown": string;
                    readonly "application/json": unknown;
                };
            };
        };
    };
    readonly listRunArtifacts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly runId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Artifact"][];
                };
            };
        };
    };
    readonly streamRunEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly runId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": {
                        readonly id: string;
                        /** @enum {string} */
                        readonly event: "run" | "stage";
                        readonly data: string;
                    };
                };
            };
        };
    };
    readonly getEvidenceBundle: {
        readonly parameters: {
            readonly query?: {
                readonly answer?: "link";
            };
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly runId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BundleLink"];
                };
            };
        };
    };
    readonly listDatasets: {
        readonly parameters: {
            readonly query?: {
                readonly modality?: "image" | "audio" | "video" | "text" | "document" | "multimodal";
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Dataset"][];
                };
            };
        };
    };
    readonly createDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                    readonly internalId: string;
                    /** @enum {string} */
                    readonly modality: "image" | "audio" | "video" | "text" | "document" | "multimodal";
                    readonly description?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dataset"];
                };
            };
        };
    };
    readonly listCleaningPipelines: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["CleaningPipeline"][];
                };
            };
        };
    };
    readonly getDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetWithVersions"];
                };
            };
        };
    };
    readonly deleteDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name?: string;
                    readonly description?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dataset"];
                };
            };
        };
    };
    readonly uploadDatasetFiles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly datasetId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    readonly "file[]": readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["File"][];
                };
            };
        };
    };
    readonly removeDatasetFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
                readonly fileId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly addFilesFromProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly datasetId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly fileIds: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["File"][];
                };
            };
        };
    };
    readonly addFilesFromDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly projectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly versionId: string;
                    readonly fileIds: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["File"][];
                };
            };
        };
    };
    readonly listDatasetVersions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["DatasetVersion"][];
                };
            };
        };
    };
    readonly getDatasetVersion: {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
                readonly versionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetVersionPage"];
                };
            };
        };
    };
    readonly deleteDatasetVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
                readonly versionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly cleanDatasetVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly datasetId: string;
                readonly versionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly pipelineSlug: string;
                    readonly label?: string | null;
                    readonly keepFileIds?: readonly string[];
                    readonly removeChangedCopies?: boolean | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetVersion"];
                };
            };
        };
    };
    readonly enrichDatasetVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly datasetId: string;
                readonly versionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetVersion"];
                };
            };
        };
    };
    readonly exportDatasetVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
                readonly versionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly manifestSha256: string;
                        readonly expiresInSeconds: number;
                        readonly files: readonly {
                            readonly fileId: string;
                            readonly name: string;
                            readonly size: number;
                            readonly sha256: string;
                            readonly url: string;
                        }[];
                    };
                };
            };
        };
    };
    readonly readDatasetManifest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
                readonly versionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": {
                        readonly fileId: string;
                        readonly name: string;
                        readonly size: number;
                        readonly sha256: string;
                        readonly type: string;
                        readonly sourceFileId: string | null;
                        readonly enrichment: Record<string, never> | null;
                        readonly enrichmentError?: string;
                    };
                };
            };
        };
    };
    readonly diffDatasetVersions: {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
                readonly versionId: string;
                readonly otherVersionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VersionDiff"];
                };
            };
        };
    };
    readonly listDatasetIssues: {
        readonly parameters: {
            readonly query?: {
                readonly type?: "near_duplicate" | "exact_duplicate" | "outlier" | "corrupt" | "low_information" | "split_leakage" | "blurry" | "dark" | "overexposed" | "small" | "lost_part";
                readonly against?: string;
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly datasetId: string;
                readonly versionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuePage"];
                };
            };
        };
    };
    readonly listWebhookEventTypes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["WebhookEventType"][];
                };
            };
        };
    };
    readonly listProjectWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Webhook"][];
                };
            };
        };
    };
    readonly createProjectWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly projectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly url: string;
                    readonly description?: string | null;
                    readonly eventTypes: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    readonly getProjectWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly updateProjectWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly url?: string;
                    readonly description?: string | null;
                    readonly eventTypes?: readonly string[];
                    /** @enum {string} */
                    readonly status?: "active" | "disabled";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly deleteProjectWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly rotateProjectWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly projectId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly gracePeriodSeconds?: number;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    readonly testProjectWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookTest"];
                };
            };
        };
    };
    readonly listProjectWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                readonly status?: "pending" | "succeeded" | "failed" | "exhausted";
                readonly event?: string;
                readonly since?: string;
                readonly until?: string;
                readonly limit?: number;
                readonly offset?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly projectId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    readonly redeliverProjectWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly projectId: string;
                readonly webhookId: string;
                readonly deliveryId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    readonly recoverProjectWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly projectId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly since: string;
                    readonly until?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookRecovery"];
                };
            };
        };
    };
    readonly listCrowdJobWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Webhook"][];
                };
            };
        };
    };
    readonly createCrowdJobWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly url: string;
                    readonly description?: string | null;
                    readonly eventTypes: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    readonly getCrowdJobWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly updateCrowdJobWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly url?: string;
                    readonly description?: string | null;
                    readonly eventTypes?: readonly string[];
                    /** @enum {string} */
                    readonly status?: "active" | "disabled";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly deleteCrowdJobWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly rotateCrowdJobWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly jobId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly gracePeriodSeconds?: number;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    readonly testCrowdJobWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobWebhookTest"];
                };
            };
        };
    };
    readonly listCrowdJobWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                readonly status?: "pending" | "succeeded" | "failed" | "exhausted";
                readonly event?: string;
                readonly since?: string;
                readonly until?: string;
                readonly limit?: number;
                readonly offset?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobWebhookDeliveryPage"];
                };
            };
        };
    };
    readonly redeliverCrowdJobWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly jobId: string;
                readonly webhookId: string;
                readonly deliveryId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    readonly recoverCrowdJobWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly jobId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly since: string;
                    readonly until?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobWebhookRecovery"];
                };
            };
        };
    };
    readonly listSurveyTemplates: {
        readonly parameters: {
            readonly query?: {
                readonly projectId?: string;
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["SurveyTemplate"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly createSurveyTemplate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly projectId?: string | null;
                    readonly name: string;
                    /** @enum {string} */
                    readonly language: "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "sv" | "no" | "da" | "fi" | "ru" | "tr" | "ar" | "zh" | "ja";
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SurveyTemplate"];
                };
            };
        };
    };
    readonly createSurveyVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly templateId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly title: string;
                    readonly introduction?: string | null;
                    readonly questions: readonly {
                        readonly key: string;
                        /** @enum {string} */
                        readonly type: "single_choice" | "multiple_choice" | "scale" | "boolean" | "text" | "number" | "region" | "time_range" | "ranking" | "file_choice";
                        readonly label: string;
                        readonly helpText?: string | null;
                        readonly required?: boolean;
                        readonly options?: readonly {
                            readonly value: string;
                            readonly label: string;
                            readonly exclusive?: boolean;
                        }[];
                        readonly min?: number | null;
                        readonly max?: number | null;
                        readonly showIf?: {
                            readonly questionKey: string;
                            readonly equals?: unknown;
                        } | null;
                        readonly golden?: {
                            readonly expected?: unknown;
                        } | null;
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SurveyVersion"];
                };
            };
        };
    };
    readonly getSurveyVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly templateId: string;
                readonly surveyVersionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SurveyVersion"];
                };
            };
        };
    };
    readonly previewSurveyVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly templateId: string;
                readonly surveyVersionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly values?: {
                        readonly [key: string]: unknown;
                    } | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SurveyPreview"];
                };
            };
        };
    };
    readonly listCrowdJobs: {
        readonly parameters: {
            readonly query?: {
                readonly projectId?: string;
                readonly status?: "assignable" | "paused" | "no_tasks" | "finished" | "expired" | "archived";
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["CrowdJob"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly createCrowdJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly projectId: string;
                    readonly name: string;
                    readonly title: string;
                    readonly description: string;
                    readonly surveyTemplateVersionId: string;
                    readonly inputDataSetId?: string | null;
                    readonly datasetVersionId?: string | null;
                    readonly fileIds?: readonly string[];
                    readonly category?: string | null;
                    readonly language?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "sv" | "no" | "da" | "fi" | "ru" | "tr" | "ar" | "zh" | "ja") | null;
                    readonly maxRepetitionsPerVariant?: number | null;
                    readonly rewardCents?: number | null;
                    readonly claimTtlMinutes?: number | null;
                    readonly autoAcceptHours?: number | null;
                    readonly validUntil?: string | null;
                    readonly blind?: boolean | null;
                    readonly guestsAllowed?: boolean | null;
                    readonly requiredQualifications?: readonly {
                        readonly key: string;
                        /** @enum {string} */
                        readonly operator: "equals" | "not_equals" | "at_least" | "at_most" | "one_of";
                        readonly value?: unknown;
                    }[];
                    readonly goldenTaskRatio?: number | null;
                    readonly minResponses?: number | null;
                    readonly consensusThreshold?: number | null;
                    readonly regionsRequested?: boolean | null;
                    /** @enum {string} */
                    readonly audience?: "organization" | "everyone";
                    readonly estimatedMinutes?: number | null;
                    readonly watcherIds?: readonly string[];
                    readonly grantsQualification?: string | null;
                    readonly maxCostCents?: number | null;
                    readonly webhooks?: readonly {
                        readonly url: string;
                        readonly eventTypes: readonly string[];
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedCrowdJob"];
                };
            };
        };
    };
    readonly estimateCrowdJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly projectId: string;
                    readonly name: string;
                    readonly title: string;
                    readonly description: string;
                    readonly surveyTemplateVersionId: string;
                    readonly inputDataSetId?: string | null;
                    readonly datasetVersionId?: string | null;
                    readonly fileIds?: readonly string[];
                    readonly category?: string | null;
                    readonly language?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "sv" | "no" | "da" | "fi" | "ru" | "tr" | "ar" | "zh" | "ja") | null;
                    readonly maxRepetitionsPerVariant?: number | null;
                    readonly rewardCents?: number | null;
                    readonly claimTtlMinutes?: number | null;
                    readonly autoAcceptHours?: number | null;
                    readonly validUntil?: string | null;
                    readonly blind?: boolean | null;
                    readonly guestsAllowed?: boolean | null;
                    readonly requiredQualifications?: readonly {
                        readonly key: string;
                        /** @enum {string} */
                        readonly operator: "equals" | "not_equals" | "at_least" | "at_most" | "one_of";
                        readonly value?: unknown;
                    }[];
                    readonly goldenTaskRatio?: number | null;
                    readonly minResponses?: number | null;
                    readonly consensusThreshold?: number | null;
                    readonly regionsRequested?: boolean | null;
                    /** @enum {string} */
                    readonly audience?: "organization" | "everyone";
                    readonly estimatedMinutes?: number | null;
                    readonly watcherIds?: readonly string[];
                    readonly grantsQualification?: string | null;
                    readonly maxCostCents?: number | null;
                    readonly webhooks?: readonly {
                        readonly url: string;
                        readonly eventTypes: readonly string[];
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdJobEstimate"];
                };
            };
        };
    };
    readonly getCrowdJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdJob"];
                };
            };
        };
    };
    readonly pauseCrowdJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdJob"];
                };
            };
        };
    };
    readonly resumeCrowdJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdJob"];
                };
            };
        };
    };
    readonly extendCrowdJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly additionalRepetitions: number;
                    readonly validUntil?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdJob"];
                };
            };
        };
    };
    readonly archiveCrowdJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly pendingAnswers?: "leave" | "accept_all";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdJob"];
                };
            };
        };
    };
    readonly listCrowdTasks: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["CrowdTask"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly getCrowdJobStats: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdJobStats"];
                };
            };
        };
    };
    readonly listCrowdConsensus: {
        readonly parameters: {
            readonly query?: {
                readonly method?: "bayes" | "majority" | "dawid_skene";
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["VariantConsensus"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly liftCrowdRejectionLimit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly reason: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdJob"];
                };
            };
        };
    };
    readonly listCrowdAnswers: {
        readonly parameters: {
            readonly query?: {
                readonly status?: "pending_review" | "accepted" | "rejected";
                readonly workerId?: string;
                readonly submittedSince?: string;
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["CrowdAnswer"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly exportCrowdAnswers: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "json" | "jsonl" | "csv";
                readonly status?: "pending_review" | "accepted" | "rejected";
            };
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["CrowdAnswer"][];
                    readonly "application/x-ndjson": components["schemas"]["CrowdAnswer"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly listCrowdAppeals: {
        readonly parameters: {
            readonly query?: {
                readonly status?: "open" | "upheld" | "overturned";
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Appeal"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly resolveCrowdAppeal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly appealId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly decision: "upheld" | "overturned";
                    readonly note: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Appeal"];
                };
            };
        };
    };
    readonly getCrowdAnswer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
                readonly answerId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdAnswer"];
                };
            };
        };
    };
    readonly acceptCrowdAnswer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
                readonly answerId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly acceptanceNote?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdAnswer"];
                };
            };
        };
    };
    readonly rejectCrowdAnswer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
                readonly answerId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly rejectionCategory: "too_fast" | "too_slow" | "failed_instructions" | "failed_check" | "low_effort" | "incomplete" | "inconsistent" | "wrong_code" | "no_data" | "unsupported_device" | "duplicate" | "suspected_automation" | "other";
                    readonly rejectionReason: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdAnswer"];
                };
            };
        };
    };
    readonly undoCrowdRejection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
                readonly answerId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly reason: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CrowdAnswer"];
                };
            };
        };
    };
    readonly acceptCrowdAnswers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly answerIds?: readonly string[];
                    readonly allPending?: boolean | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedAnswers"];
                };
            };
        };
    };
    readonly listWorkerJobs: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["WorkerJob"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly getWorkerJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkerJobDetails"];
                };
            };
        };
    };
    readonly claimTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly guestName?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkClaim"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkClaim"];
                };
            };
        };
    };
    readonly extendClaim: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly claimId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkClaim"];
                };
            };
        };
    };
    readonly returnClaim: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly claimId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly submitAnswer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly claimId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly answers?: readonly {
                        readonly questionKey: string;
                        readonly value?: unknown;
                    }[];
                    readonly regions?: readonly {
                        readonly fileId: string;
                        readonly x?: number;
                        readonly y?: number;
                        readonly width?: number;
                        readonly height?: number;
                        readonly startSeconds?: number | null;
                        readonly endSeconds?: number | null;
                        readonly note?: string | null;
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnAnswer"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnAnswer"];
                };
            };
        };
    };
    readonly listWorkerAnswers: {
        readonly parameters: {
            readonly query?: {
                readonly jobId?: string;
                readonly limit?: number;
                readonly offset?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["OwnAnswer"][];
                        readonly total: number;
                        readonly totalIsExact: boolean;
                        readonly limit: number;
                        readonly offset: number;
                        readonly nextCursor: string | null;
                    };
                };
            };
        };
    };
    readonly getWorkerBalance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkerBalance"];
                };
            };
        };
    };
    readonly createAppeal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly answerId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly message: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnAppeal"];
                };
            };
        };
    };
    readonly getBalance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Balance"];
                };
            };
        };
    };
    readonly sendMcpMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["McpMessage"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpAnswer"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
