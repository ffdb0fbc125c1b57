interface Link {
  /** The operation whose answer leads on. */
  readonly from: string;
  readonly status: string;
  /** The operations it leads to, and what of the answer they take. */
  readonly to: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

const ofProject = { projectId: '$response.body#/id' };
const ofFile = { fileId: '$response.body#/id', projectId: '$response.body#/projectId' };
const ofRun = { runId: '$response.body#/id', projectId: '$response.body#/projectId' };

const ofOrganization = { orgId: '$response.body#/id' };
const ofInvitation = { invitationId: '$response.body#/id' };

/** Which answers hold the ids that other operations ask for. */
const links: readonly Link[] = [
  {
    from: 'createProject',
    status: '201',
    to: ['getProject', 'uploadFile', 'listFiles', 'startRun', 'listRuns'],
    parameters: ofProject,
  },
  { from: 'uploadFile', status: '201', to: ['getProjectFile'], parameters: ofFile },
  {
    from: 'uploadFile',
    status: '201',
    to: ['getFile', 'downloadFile', 'getPresignedUrl'],
    parameters: { fileId: ofFile.fileId },
  },
  {
    from: 'listPipelines',
    status: '200',
    to: ['getPipeline'],
    parameters: { slug: '$response.body#/0/slug' },
  },
  {
    from: 'startRun',
    status: '201',
    to: ['getProjectRun', 'getRunReport', 'listRunArtifacts'],
    parameters: ofRun,
  },
  { from: 'startRun', status: '201', to: ['getRun'], parameters: { runId: ofRun.runId } },
  {
    from: 'createApiKey',
    status: '201',
    to: ['updateApiKey', 'rotateApiKey', 'revokeApiKey'],
    parameters: { apiKeyId: '$response.body#/apiKey/id' },
  },
  {
    from: 'createOrganization',
    status: '201',
    to: [
      'getOrganization',
      'updateOrganization',
      'listMembers',
      'invite',
      'listInvitations',
      'listAuditEvents',
      'getBilling',
      'createTopUp',
      'listLedger',
    ],
    parameters: ofOrganization,
  },
  { from: 'invite', status: '201', to: ['getInvitation', 'revokeInvitation'], parameters: ofInvitation },
  {
    from: 'createTopUp',
    status: '201',
    to: ['getTransaction'],
    parameters: { transactionId: '$response.body#/transactionId' },
  },
];

/** The links of one answer, by the operation they lead to. */
export function linksOf(operationId: string | undefined, status: string) {
  const leading = links.filter((link) => link.from === operationId && link.status === status);
  return Object.fromEntries(
    leading.flatMap(({ to, parameters }) =>
      to.map((target) => [target, { operationId: target, parameters }] as const),
    ),
  );
}
