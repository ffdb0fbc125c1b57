import { errorSchema } from '../rest/error-body.ts';
import type { NamedSchema } from '../rest/schema.ts';
import type { RegisterRoute } from '../rest-app.ts';
import { apiKeySchema, apiKeyWithSecretSchema } from './api-keys/api-key-rest.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { listApiKeys } from './api-keys/list-api-keys.ts';
import { revokeApiKey } from './api-keys/revoke-api-key.ts';
import { rotateApiKey } from './api-keys/rotate-api-key.ts';
import { updateApiKey } from './api-keys/update-api-key.ts';
import { auditEventSchema } from './audit/audit-event-rest.ts';
import { listAuditEvents } from './audit/list-audit-events.ts';
import { completeLogin } from './auth/complete-login.ts';
import { createToken, tokenSchema } from './auth/create-token.ts';
import { logOut } from './auth/log-out.ts';
import { startLogin } from './auth/start-login.ts';
import { alertsSchema } from './billing/alerts-rest.ts';
import { autoTopUpSchema } from './billing/auto-top-up-rest.ts';
import { createTopUp, topUpSchema } from './billing/create-top-up.ts';
import { getAlerts } from './billing/get-alerts.ts';
import { getAutoTopUp } from './billing/get-auto-top-up.ts';
import { balanceSchema, getBalance } from './billing/get-balance.ts';
import { billingSchema, getBilling } from './billing/get-billing.ts';
import { getTransaction } from './billing/get-transaction.ts';
import { ledgerEntrySchema } from './billing/ledger-rest.ts';
import { listLedger } from './billing/list-ledger.ts';
import { listTransactions } from './billing/list-transactions.ts';
import { setAlerts } from './billing/set-alerts.ts';
import { setAutoTopUp } from './billing/set-auto-top-up.ts';
import { transactionSchema } from './billing/transaction-rest.ts';
import { getPipeline } from './catalog/get-pipeline.ts';
import { listPipelines } from './catalog/list-pipelines.ts';
import { pipelineSchema } from './catalog/pipeline-rest.ts';
import { downloadFile } from './files/download-file.ts';
import { enrichmentSchema } from './files/enrichment-rest.ts';
import { fileSchema } from './files/file-rest.ts';
import { getFile } from './files/get-file.ts';
import { getPresignedUrl, presignedUrlSchema } from './files/get-presigned-url.ts';
import { getProjectFile } from './files/get-project-file.ts';
import { listFiles } from './files/list-files.ts';
import { uploadFile } from './files/upload-file.ts';
import { acceptInvitation } from './invitations/accept-invitation.ts';
import { declineInvitation } from './invitations/decline-invitation.ts';
import { getInvitation } from './invitations/get-invitation.ts';
import { invitationSchema } from './invitations/invitation-rest.ts';
import { invite } from './invitations/invite.ts';
import { listInvitations } from './invitations/list-invitations.ts';
import { invitationPreviewSchema, previewInvitation } from './invitations/preview-invitation.ts';
import { revokeInvitation } from './invitations/revoke-invitation.ts';
import { showInvitation } from './invitations/show-invitation.ts';
import { listMembers } from './members/list-members.ts';
import { memberSchema, membershipSchema } from './members/member-rest.ts';
import { removeMember } from './members/remove-member.ts';
import { setDefaultOrganization } from './members/set-default-organization.ts';
import { updateMember } from './members/update-member.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { getOrganization } from './organizations/get-organization.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { organizationSchema } from './organizations/organization-rest.ts';
import { updateOrganization } from './organizations/update-organization.ts';
import { showPageFile } from './pages/show-page-file.ts';
import { endMockCheckout } from './payments/end-mock-checkout.ts';
import { receivePaymentEvent } from './payments/receive-payment-event.ts';
import { showMockCheckout } from './payments/show-mock-checkout.ts';
import { getLimits, limitsSchema } from './platform/get-limits.ts';
import { errorCodeSchema, listErrorCodes } from './platform/list-error-codes.ts';
import { createProject } from './projects/create-project.ts';
import { getProject } from './projects/get-project.ts';
import { listProjects } from './projects/list-projects.ts';
import { projectSchema, projectWithCountsSchema } from './projects/project-rest.ts';
import { getProjectRun } from './runs/get-project-run.ts';
import { getRunReport } from './runs/get-run-report.ts';
import { getRun } from './runs/get-run.ts';
import { artifactSchema, listRunArtifacts } from './runs/list-run-artifacts.ts';
import { listRuns } from './runs/list-runs.ts';
import { runSchema, runWithStagesSchema } from './runs/run-rest.ts';
import { stageSchema } from './runs/stage-rest.ts';
import { startRun } from './runs/start-run.ts';
import { getCurrentUser } from './users/get-current-user.ts';
import { updateCurrentUser } from './users/update-current-user.ts';
import { userSchema } from './users/user-rest.ts';

/** Every schema the OpenAPI document names. */
export const namedSchemas: readonly NamedSchema[] = [
  alertsSchema,
  apiKeySchema,
  apiKeyWithSecretSchema,
  artifactSchema,
  auditEventSchema,
  autoTopUpSchema,
  balanceSchema,
  billingSchema,
  enrichmentSchema,
  errorCodeSchema,
  errorSchema,
  fileSchema,
  invitationPreviewSchema,
  invitationSchema,
  ledgerEntrySchema,
  limitsSchema,
  memberSchema,
  membershipSchema,
  organizationSchema,
  pipelineSchema,
  presignedUrlSchema,
  projectSchema,
  projectWithCountsSchema,
  runSchema,
  runWithStagesSchema,
  stageSchema,
  tokenSchema,
  topUpSchema,
  transactionSchema,
  userSchema,
];

/** Every route of the contract; each operationId is the name of its file in camelCase. */
export const routes: readonly RegisterRoute[] = [
  startLogin,
  completeLogin,
  logOut,
  createToken,
  getCurrentUser,
  updateCurrentUser,
  listApiKeys,
  createApiKey,
  updateApiKey,
  revokeApiKey,
  rotateApiKey,
  listOrganizations,
  createOrganization,
  getOrganization,
  updateOrganization,
  setDefaultOrganization,
  listMembers,
  updateMember,
  removeMember,
  invite,
  listInvitations,
  showInvitation,
  previewInvitation,
  getInvitation,
  revokeInvitation,
  acceptInvitation,
  declineInvitation,
  listAuditEvents,
  createProject,
  listProjects,
  getProject,
  uploadFile,
  listFiles,
  getProjectFile,
  getFile,
  downloadFile,
  getPresignedUrl,
  listPipelines,
  getPipeline,
  startRun,
  listRuns,
  getProjectRun,
  getRunReport,
  listRunArtifacts,
  getRun,
  getBalance,
  listTransactions,
  getTransaction,
  getBilling,
  createTopUp,
  listLedger,
  getAutoTopUp,
  setAutoTopUp,
  getAlerts,
  setAlerts,
  receivePaymentEvent,
  showMockCheckout,
  endMockCheckout,
  showPageFile,
  getLimits,
  listErrorCodes,
];
