import { errorSchema } from '../errors/error-responses.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Resource } from '../operation.ts';
import { apiKeys } from './api-keys.ts';
import { auditEvents } from './audit-events.ts';
import { billing } from './billing.ts';
import { comments } from './comments.ts';
import { contexts } from './contexts.ts';
import { crowdJobs } from './crowd/crowd-jobs.ts';
import { dataPlatform, languageTechnology } from './data-platform.ts';
import { datasets } from './datasets.ts';
import { evidenceBundles } from './evidence-bundles.ts';
import { files } from './files.ts';
import { folders } from './folders.ts';
import { inputData } from './input-data.ts';
import { invitations } from './invitations.ts';
import { mcp } from './platform/mcp.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';
import { pipelineRuns } from './pipeline-runs.ts';
import { pipelines } from './pipelines.ts';
import { platform } from './platform/platform.ts';
import { projects } from './projects.ts';
import { runs } from './runs.ts';
import { signingIn } from './platform/signing-in.ts';
import { surveyTemplates } from './crowd/survey-templates.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';
import { workerProfiles } from './crowd/worker-profiles.ts';
import { workflows } from './workflows.ts';
import type { Shape } from '../shape.ts';
import { accessToken } from '../shapes/access-token.ts';
import { apiKey } from '../shapes/api-key.ts';
import { enrichmentName, enrichmentSchema } from '../shapes/enrichment.ts';
import { file } from '../shapes/file.ts';
import { inputDataSet } from '../shapes/input-data-set.ts';
import { invitation } from '../shapes/invitation.ts';
import { ledgerEntry } from '../shapes/ledger-entry.ts';
import { mcpAnswer, mcpMessage, protectedResource } from '../shapes/mcp.ts';
import { errorCode, limits } from '../shapes/platform.ts';
import { run } from '../shapes/run.ts';
import { uploadPart } from '../shapes/upload-part.ts';

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
