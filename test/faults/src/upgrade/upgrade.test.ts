/** Every process is replaced by the next release and by the old one again, under load. */
import { setTimeout as pause } from 'node:timers/promises';
import { processNames } from '@assay/proto/processes';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectMoneyRight } from '../money/money.ts';
import { expectKept } from '../rolling-restart/rolling-restart-kept.ts';
import { newKept } from '../rolling-restart/rolling-restart-operations.ts';
import { createTally } from '../rolling-restart/rolling-restart-tally.ts';
import { smallPicture } from '../small-picture.ts';
import { anyGateway, queueRuns, startLoad } from './load.ts';
import type { Scene } from './load.ts';
import { replaceUnderUploads } from './replacement.ts';
import type { UploadTally } from './replacement.ts';
import { scale } from './settings.ts';
import { startCluster } from './start-cluster.ts';
import type { StartedCluster } from './start-cluster.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const hourMs = 3_600_000;
/** Of load alone. */
const calmMs = 3_000;

let started: StartedCluster | undefined;

beforeAll(async () => {
  if (!isWhole) return;
  started = await startCluster();
  const { cluster, installations } = started;
  await cluster.prepare(installations.last);
  await Promise.all(processNames.map((name) => cluster.rollOut(name, installations.last)));
}, hourMs);

afterAll(() => started?.stop(), hourMs);

it(
  'a release replaces the last one, and gives way to it again, without a failed request, a cut upload, or anything lost or doubled',
  { timeout: hourMs },
  async ({ skip }) => {
    if (started === undefined) return skip('starts two releases side by side: npm run faults -- upgrade');
    const { cluster } = started;
    const { body: project } = await anyGateway(started).post('/v2/projects', { name: 'Upgrade' });
    const fileId = await enrichedFile(started, project.id);
    const scene = { projectId: project.id, fileId, kept: newKept(), tally: createTally() };
    const uploads = { fileIds: scene.kept.files, cut: [], remarks: [] };
    const load = await startLoad(started, scene);
    await pause(calmMs);
    await upAndBack(started, scene, uploads);
    scene.tally.begin('after');
    await pause(calmMs);
    await load.stop();
    const faults = cluster.deployments.flatMap((deployment) => deployment.faults);
    process.stdout.write(
      `${[scene.tally.table(), ...uploads.remarks, ...uploads.cut, ...faults].join('\n')}\n`,
    );

    expect(scene.tally.wrong()).toEqual([]);
    expect(uploads.cut).toEqual([]);
    expect(faults).toEqual([]);
    // Nobody needs to be asked twice while the gateways are replaced: the services are all there.
    expect(['up', 'back'].map((way) => scene.tally.retryable(`gateway ${way}`))).toEqual([0, 0]);
    const rest = anyGateway(started);
    await expectKept(rest, scene.kept, project.id);
    const { organizationId } = project;
    await expectMoneyRight(started, rest, { projectId: project.id, organizationId });
  },
);

async function enrichedFile(platform: StartedCluster, projectId: string): Promise<string> {
  const rest = anyGateway(platform);
  const file = { name: 'grey.png', bytes: smallPicture(), type: 'image/png' };
  const { body } = await rest.upload(projectId, file);
  await awaitEnrichment(rest, body.id);
  return body.id;
}

const remarkOf = (release: string): string =>
  `gateway up: uploads outlast SIGTERM by ${seconds(scale.cutOutlastMs)} instead of ${seconds(scale.outlastMs)}: the gateway of ${release} ends them after 10 s, which is a constant of its src/service.ts and no setting`;
const seconds = (ms: number): string => `${String(ms / 1_000)} s`;

/** The new release makes first what it needs; those who call are replaced after those whom they call, and the other way round. */
async function upAndBack(platform: StartedCluster, scene: Scene, uploads: UploadTally): Promise<void> {
  const { cluster, installations, layout, apiKey: key } = platform;
  const { tally, projectId } = scene;
  const replacement = { cluster, ports: layout.ports, key, projectId, uploads };
  await queueRuns(platform, scene, scale.runs / 2);
  await cluster.prepare(installations.present);
  for (const name of scale.replaced) {
    tally.begin(`${name} up`);
    const isCut = name === 'gateway' && installations.last.release.gatewayCutsUploads;
    if (isCut) uploads.remarks.push(remarkOf(installations.last.release.name));
    const up = { ...replacement, outlastMs: isCut ? scale.cutOutlastMs : scale.outlastMs };
    await replaceUnderUploads(up, name, installations.present);
  }
  await queueRuns(platform, scene, scale.runs / 2);
  for (const name of scale.replaced.toReversed()) {
    tally.begin(`${name} back`);
    const back = { ...replacement, outlastMs: scale.outlastMs };
    await replaceUnderUploads(back, name, installations.lastAgain);
  }
}
