import { readConfig } from '@assay/local/config';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { eventually } from '@assay/test-kit/eventually';
import { addMember, inviteMember } from '@assay/test-kit/join-organization';
import { newApiKey, newOrganization } from '@assay/test-kit/organizations';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { bearer, createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAddress } from './new-address.ts';
import { fetchDocument, operationsOf } from './openapi-document.ts';
import { populate } from './populate.ts';
import { runSchemathesis } from './schemathesis-run.ts';
import type { SchemathesisRun } from './schemathesis-run.ts';

const { path } = readConfig();
const program = findOnPath('schemathesis', path) ?? findOnPath('st', path);
const examples = process.env['SCHEMATHESIS_EXAMPLES'] ?? '3';
const seed = process.env['SCHEMATHESIS_SEED'] ?? '1';
const leastCases = 5_000;
const timeoutMs = 20 * 60_000;

/**
 * What no schema can say: whether bytes are a picture or as many as were announced, whether files fit a pipeline, whether money
 * is there, whether a date has passed, whether two amounts or two lists fit each other, how much JSON is together and what its
 * keys are, whether a signature or a token holds, whether a comment that is answered is about the same, whether an event is one
 * of those that are told.
 */
const refusals = {
  uploadFile: [400, 413, 415, 422],
  startRun: [400, 402, 409, 422],
  runPipeline: [400, 402, 409, 422],
  estimateRun: [400, 409, 422],
  cancelRun: [409],
  restartRun: [402, 409],
  replayRun: [409, 429],
  verifyEvidenceBundle: [400],
  createFileComment: [400],
  createWorkflowComment: [400],
  updateComment: [400],
  createApiKey: [400],
  updateApiKey: [400],
  setAutoTopUp: [400],
  createUpload: [413, 415],
  uploadPart: [400, 413, 415],
  completeUpload: [415, 422],
  createWorkflow: [400],
  updateWorkflow: [400],
  createInputDataSet: [400],
  importInputData: [400, 413, 422],
  updateInputDataSet: [400],
  createContext: [400],
  updateContext: [400],
  uploadDatasetFiles: [400, 413, 415, 422],
  addFilesFromProject: [415, 422],
  cleanDatasetVersion: [400, 422],
  enrichDatasetVersion: [422],
  listDatasetIssues: [400],
  createProjectWebhook: [400],
  updateProjectWebhook: [400],
  listProjectWebhookDeliveries: [400],
  redeliverProjectWebhook: [409],
  recoverProjectWebhook: [400, 409],
  createSurveyVersion: [400],
  previewSurveyVersion: [400],
  createCrowdJob: [400, 402, 422],
  estimateCrowdJob: [400, 422],
  updateCrowdJob: [400, 409],
  pauseCrowdJob: [409],
  resumeCrowdJob: [409],
  extendCrowdJob: [400, 402, 409],
  acceptCrowdAnswer: [409],
  rejectCrowdAnswer: [409],
  undoCrowdRejection: [409],
  acceptCrowdAnswers: [400],
  claimTask: [401, 403, 409],
  getWorkerJob: [401],
  extendClaim: [409, 410],
  returnClaim: [410],
  submitAnswer: [400, 410],
  createAppeal: [409],
  sendMcpMessage: [400],
  createCrowdJobWebhook: [400],
  updateCrowdJobWebhook: [400],
  listCrowdJobWebhookDeliveries: [400],
  redeliverCrowdJobWebhook: [409],
  recoverCrowdJobWebhook: [400, 409],
  setWorkerQualification: [400, 409],
  deleteWorkerQualification: [400],
  resolveCrowdAppeal: [402, 403, 409],
};

/** Its checks take as long as they take. */
const answerSeconds = { replayRun: 120, testProjectWebhook: 25, testCrowdJobWebhook: 25 };

describe.skipIf(program === undefined)('schemathesis (needs schemathesis on the PATH)', () => {
  let platform: SharedPlatform;
  let operationCount: number;
  let common: Pick<
    SchemathesisRun,
    'program' | 'documentUrl' | 'examples' | 'seed' | 'refusals' | 'answerSeconds'
  >;
  /** An admin's token, which nothing that is tried can end, as it could a key. */
  let admin: string;
  let thereIs: Readonly<Record<string, string>>;
  let cases = 0;

  beforeAll(async () => {
    platform = await joinPlatform();
    const operations = operationsOf(await fetchDocument(platform.baseUrl));
    operationCount = operations.length;
    admin = await platform.issuer.accessToken(newAddress());
    await fill();
    const documentUrl = `${platform.baseUrl}/v2/openapi.json`;
    // Whether a cursor was handed out before, and that it does not go with an offset.
    const paging = operations.filter(({ parameters = [] }) =>
      parameters.some(({ name }) => name === 'cursor'),
    );
    const pages = Object.fromEntries(paging.map(({ operationId }) => [operationId, [400]]));
    const known = { refusals: { ...pages, ...refusals }, answerSeconds };
    common = { program: program ?? '', documentUrl, examples, seed, ...known };
  });
  afterAll(async () => {
    process.stderr.write(`schemathesis: ${String(cases)} cases of ${String(operationCount)} operations\n`);
    await platform.stop();
  });

  /** Makes one of everything a path can name. */
  async function fill(): Promise<void> {
    const rest = createRest(platform.baseUrl, bearer(admin));
    const { id: organizationId } = await newOrganization(rest);
    const { inbox, issuer } = platform;
    const email = newAddress();
    const member = { email, credential: bearer(await issuer.accessToken(email)), role: 'user' } as const;
    const userId = await addMember({ platform, inbox, admin: rest, organizationId }, member);
    const whom = { email: newAddress(), role: 'viewer' } as const;
    const { id: invitationId } = await inviteMember(rest, organizationId, whom);
    const { id: apiKeyId } = await newApiKey(rest, { role: 'viewer' });
    const population = await populate(rest);
    // Told by an event, some time after the run has ended.
    const transactionId = await eventually(async () => {
      const { body: transactions } = await rest.get('/v2/transactions');
      return transactions[0].id as string;
    });
    const organization = { orgId: organizationId, organizationId, userId, invitationId, apiKeyId };
    thereIs = { ...population, ...organization, transactionId, provider: 'mock' };
  }

  async function expectNothingFound(run: Pick<SchemathesisRun, 'credential' | 'phases' | 'pathValues'>) {
    const { casesGenerated, ...result } = await runSchemathesis({ ...common, ...run });
    cases += casesGenerated;
    const nothing = { exitCode: 0, operationsTested: operationCount, casesFailed: 0, said: '' };
    expect(result).toEqual(nothing);
    // Whoever was refused everywhere would have found nothing, too.
    const [name = '', value = ''] = run.credential.split(': ');
    const { status } = await createRest(platform.baseUrl, { [name]: value }).get('/v2/projects');
    expect(status).toBe(200);
  }

  it(
    'finds nothing wrong with any operation, whatever an admin asks for',
    { timeout: timeoutMs },
    async () => {
      const credential = `Authorization: Bearer ${admin}`;
      // Every boundary of every schema is tried below, on what is there.
      const phases = 'examples,fuzzing,stateful';
      await expectNothingFound({ credential, phases, pathValues: {} });
    },
  );

  it('finds nothing wrong with what is there', { timeout: timeoutMs }, async () => {
    const credential = `Authorization: Bearer ${admin}`;
    await expectNothingFound({ credential, phases: 'examples,coverage,fuzzing', pathValues: thereIs });
  });

  it('finds nothing wrong with what a viewer may not do', { timeout: timeoutMs }, async () => {
    // Made only now: what an admin tried before may have ended any key there was.
    const { key } = await newApiKey(createRest(platform.baseUrl, bearer(admin)), { role: 'viewer' });
    const credential = `X-API-Key: ${key}`;
    await expectNothingFound({ credential, phases: 'examples,fuzzing', pathValues: thereIs });
  });

  it('knows refusals of operations that there are', async () => {
    const ids = operationsOf(await fetchDocument(platform.baseUrl)).map(({ operationId }) => operationId);
    expect(Object.keys(refusals).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it(`has tried at least ${String(leastCases)} cases`, () => {
    expect(cases).toBeGreaterThanOrEqual(leastCases);
  });
});
