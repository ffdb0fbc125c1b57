import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';

type Moment = 'marking' | 'adjudicating' | 'completed';

/** Runs that ask people, as a page reads them. */
export interface CrowdRuns {
  /** Moves all runs to another moment. */
  move(moment: Moment): void;
}

const crowdJobId = 'j'.repeat(24);
const runId = 'r'.repeat(24);
const createdAt = '2026-11-30T10:00:00.000Z';
const maps = ['map1', 'map2'] as const;

/** Answers the calls about runs that ask people: no person waits for hours in a test. All other calls reach the platform. */
export async function answerCrowdRuns(page: Page): Promise<CrowdRuns> {
  let moment: Moment = 'marking';
  let fileId = '';
  let projectId = '';
  const { width, height } = await sharp(samplePhotograph()).metadata();
  const readRun = (url: string) => buildRun(moment, { fileId, projectId: findProject(url) });
  await page.route('**/v2/pipelines/catalog', async (route) => {
    const response = await route.fetch();
    const catalog = (await response.json()) as readonly object[];
    await route.fulfill({ response, json: catalog.map((pipeline) => ({ ...pipeline, status: 'active' })) });
  });
  await page.route('**/verification-runs', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const { fileIds } = route.request().postDataJSON() as { fileIds: readonly string[] };
    fileId = fileIds[0] ?? '';
    projectId = findProject(route.request().url());
    await route.fulfill({ status: 201, json: readRun(route.request().url()) });
  });
  await page.route('**/verification-runs/estimate', answerEstimate);
  await page.route(`**/verification-runs/${runId}`, (route) =>
    route.fulfill({ json: readRun(route.request().url()) }),
  );
  await page.route(`**/verification-runs/${runId}/events`, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  );
  await page.route(`**/verification-runs/${runId}/report?*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Inconclusive</h1>' }),
  );
  await page.route(`**/verification-runs/${runId}/artifacts`, (route) =>
    route.fulfill({ json: listArtifacts({ width, height }) }),
  );
  await page.route(`**/v2/crowd-jobs/${crowdJobId}`, (route) => route.fulfill({ json: buildJob(projectId) }));
  await page.route(`**/v2/crowd-jobs/${crowdJobId}/appeals?*`, (route) =>
    route.fulfill({ json: { data: [], total: 0, nextCursor: null } }),
  );
  const image = await drawArea(width, height);
  await page.route('**/sample-map-*', (route) => route.fulfill({ contentType: 'image/png', body: image }));
  return { move: (next) => (moment = next) };
}

const findProject = (url: string): string => /projects\/(\w+)/u.exec(url)?.[1] ?? '';

async function answerEstimate(route: Route): Promise<void> {
  const { crowd } = route.request().postDataJSON() as { crowd?: { unpaid: boolean } };
  const [minCents, expectedCents, maxCents] = crowd?.unpaid === true ? [10, 10, 10] : [60, 90, 120];
  await route.fulfill({ json: { minCents, expectedCents, maxCents, warnings: [] } });
}

function buildRun(moment: Moment, { fileId, projectId }: { fileId: string; projectId: string }) {
  const isMarking = moment === 'marking';
  const isCompleted = moment === 'completed';
  const machine = {
    stageType: 'ai',
    status: 'completed',
    minResponses: null,
    crowdJobId: null,
    people: null,
    commitment: null,
  };
  const commitment = {
    sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    createdAt,
  };
  const asking = { stageType: 'crowd', summary: null, crowdJobId, commitment, minResponses: 5 };
  const waiting = { status: 'awaiting_crowd', people: buildPeople({ responses: 3 }) };
  const ended = { status: 'completed', people: buildPeople(result) };
  const pixels = { ...machine, stageName: 'Pixels', summary: isMarking ? null : 'One area is brighter.' };
  const marking = { ...asking, stageName: 'First judgement', ...(isMarking ? waiting : ended) };
  const adjudication = { ...machine, stageType: 'crowd', stageName: 'Second judgement', summary: null };
  const last = isMarking ? 'pending' : isCompleted ? 'skipped' : 'awaiting_crowd';
  const stages = [pixels, marking, { ...adjudication, status: last }];
  return {
    id: runId,
    projectId,
    pipelineSlug: 'image-expert-review',
    status: isCompleted ? 'completed' : 'awaiting_crowd',
    verdict: isCompleted ? 'inconclusive' : null,
    headline: isCompleted ? 'Inconclusive' : null,
    explanation: isCompleted ? 'People saw a change.' : null,
    error: null,
    confidence: null,
    confidenceMeaning: null,
    createdAt,
    files: [{ id: fileId, name: 'starfish.jpg' }],
    contextDataSnapshot: null,
    claims: [],
    stages: stages.map((one, order) => ({ ...one, order, id: `s${order}`, stageSlug: `stage-${order}` })),
  };
}

const result = {
  responses: 5,
  testedWorkers: 3,
  untestedWorkers: 2,
  consensus: { value: 'yes', confidence: 0.91 },
  llr: 1.5,
  isCapped: true,
  areas: [
    { artifactId: 'map1', iou: 0.42 },
    { artifactId: 'map2', iou: null },
  ],
  endedBy: 'decided',
};

function buildJob(projectId: string) {
  const counts = {
    available: 2,
    claimed: 0,
    pendingReview: 0,
    accepted: 3,
    rejected: 0,
    unopened: 2,
    closed: 0,
  };
  return {
    id: crowdJobId,
    projectId,
    runId,
    name: 'Image review by people',
    title: 'Was this image changed?',
    description: 'Look at the whole image first.',
    status: 'assignable',
    surveyTemplateVersionId: 'v'.repeat(24),
    variantCount: 1,
    maxRepetitionsPerVariant: 7,
    maxSlots: 7,
    rewardCents: 8,
    autoAcceptHours: 0,
    validUntil: '2026-12-06T10:00:00.000Z',
    guestsAllowed: false,
    audience: 'everyone',
    counts,
    heldCents: 0,
    spentCents: 30,
    workUrl: `/v2/work/${crowdJobId}`,
    createdAt,
  };
}

function buildPeople(known: object) {
  const none = { testedWorkers: 0, untestedWorkers: 3, consensus: null, llr: 0, isCapped: false };
  return { maxResponses: 7, ...none, areas: [], endedBy: null, ...known };
}

/** Lists two heat maps, and the images of a crowd stage: one for each map, with the area that people marked. */
function listArtifacts(size: { readonly width: number; readonly height: number }) {
  const build = (id: string, artifact: object) => {
    return { ...size, ...artifact, id, mimeType: 'image/png', url: `/sample-map-${id}` };
  };
  return [
    ...maps.map((id) => build(id, { type: 'heatmap', stageSlug: 'stage-0', legend: 'Bright: changed.' })),
    ...maps.map((id) => {
      const legend = `Blue: the area that people marked. Orange: ${id}.`;
      return build(`people-${id}`, { type: 'region', stageSlug: 'stage-1', legend });
    }),
  ];
}

/** Draws a white area on black. */
function drawArea(width: number, height: number): Promise<Buffer> {
  const area = { create: { width: 150, height: 120, channels: 3 as const, background: '#fff' } };
  const image = { create: { width, height, channels: 3 as const, background: '#000' } };
  return sharp(image)
    .composite([{ input: area, left: 300, top: 200 }])
    .png()
    .toBuffer();
}
