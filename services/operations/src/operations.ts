import { errorSchema } from './errors/error-responses.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Resource } from './operation.ts';
import { apiKeys } from './resources/api-keys.ts';
import { auditEvents } from './resources/audit-events.ts';
import { billing } from './resources/billing.ts';
import { comments } from './resources/comments.ts';
import { contexts } from './resources/contexts.ts';
import { crowdJobs } from './resources/crowd/crowd-jobs.ts';
import { dataPlatform, languageTechnology } from './resources/data-platform.ts';
import { datasets } from './resources/datasets.ts';
import { evidenceBundles } from './resources/evidence-bundles.ts';
import { files } from './resources/files.ts';
import { folders } from './resources/folders.ts';
import { inputData } from './resources/input-data.ts';
import { invitations } from './resources/invitations.ts';
import { mcp } from './resources/platform/mcp.ts';
import { members } from './resources/members.ts';
import { organizations } from './resources/organizations.ts';
import { pipelineRuns } from './resources/pipeline-runs.ts';
import { pipelines } from './resources/pipelines.ts';
import { platform } from './resources/platform/platform.ts';
import { projects } from './resources/projects.ts';
import { runs } from './resources/runs.ts';
import { signingIn } from './resources/platform/signing-in.ts';
import { surveyTemplates } from './resources/crowd/survey-templates.ts';
import { uploads } from './resources/uploads.ts';
import { users } from './resources/users.ts';
import { webhooks } from './resources/webhooks.ts';
import { workerProfiles } from './resources/crowd/worker-profiles.ts';
import { workflows } from './resources/workflows.ts';
import type { Shape } from './shape.ts';
import { accessToken } from './shapes/access-token.ts';
import { apiKey } from './shapes/api-key.ts';
import { enrichmentName, enrichmentSchema } from './shapes/enrichment.ts';
import { file } from './shapes/file.ts';
import { inputDataSet } from './shapes/input-data-set.ts';
import { invitation } from './shapes/invitation.ts';
import { ledgerEntry } from './shapes/ledger-entry.ts';
import { mcpAnswer, mcpMessage, protectedResource } from './shapes/mcp.ts';
import { errorCode, limits } from './shapes/platform.ts';
import { run } from './shapes/run.ts';
import { uploadPart } from './shapes/upload-part.ts';

/** All operations of the interface. */
export const resources: readonly Resource[] = [
  signingIn,
  users,
  apiKeys,
  organizations,
  members,
  invitations,
  auditEvents,
  projects,
  files,
  pipelineRuns,
  uploads,
  folders,
  comments,
  workflows,
  inputData,
  pipelines,
  contexts,
  runs,
  evidenceBundles,
  datasets,
  dataPlatform,
  languageTechnology,
  webhooks,
  surveyTemplates,
  crowdJobs,
  workerProfiles,
  billing,
  mcp,
  platform,
];

/** The shapes of messages that REST always shows differently. */
export const shapes: readonly Shape[] = [
  apiKey,
  file,
  inputDataSet,
  invitation,
  ledgerEntry,
  run,
  uploadPart,
];

/** Schemas without a message. */
export const components: Readonly<Record<string, JsonSchema>> = {
  AccessToken: accessToken,
  [enrichmentName]: enrichmentSchema,
  Error: errorSchema,
  ErrorCode: errorCode,
  Limits: limits,
  McpAnswer: mcpAnswer,
  McpMessage: mcpMessage,
  ProtectedResource: protectedResource,
};
