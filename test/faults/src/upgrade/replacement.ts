import { setTimeout as pause } from 'node:timers/promises';
import type { PlatformPorts } from '@assay/local/platform/environment';
import type { ProcessName } from '@assay/proto/processes';
import type { Cluster, Installation } from './cluster.ts';
import { startLongUpload } from './long-upload.ts';
import type { Pod } from './pod.ts';

/** What came of the uploads that were under way while processes were replaced. */
export interface UploadTally {
  readonly fileIds: string[];
  readonly cut: string[];
  /** Where less was asked of them than elsewhere. */
  readonly remarks: string[];
}

export interface Replacement {
  readonly cluster: Cluster;
  readonly ports: PlatformPorts;
  /** Whose uploads, and where to. */
  readonly key: string;
  readonly projectId: string;
  /** How much longer uploads go on than SIGTERM of the processes they pass. */
  readonly outlastMs: number;
  readonly uploads: UploadTally;
}

const uploadCount = 4;

/** Replaces all pods of a process; where uploads pass it, while four of them are under way. */
export async function replaceUnderUploads(
  replacement: Replacement,
  name: ProcessName,
  installation: Installation,
): Promise<void> {
  const { cluster } = replacement;
  const uploads = passedByUploads(replacement, name);
  const outlasting = uploads.map((upload) => outlast(replacement, upload));
  await cluster.rollOut(name, installation);
  await Promise.all(outlasting);
  await cluster.settled(name);
}

/** One upload, and the pods to be replaced that it passes or may pass. */
interface PassingUpload {
  readonly gateway: Pod;
  readonly passes: readonly Pod[];
}

function passedByUploads({ cluster }: Replacement, name: ProcessName): PassingUpload[] {
  const gateways = cluster.serving('gateway');
  return Array.from({ length: uploadCount }, (_, place) => gateways[place % gateways.length]).flatMap(
    (gateway) => {
      if (gateway === undefined) return [];
      if (name === 'gateway') return [{ gateway, passes: [gateway] }];
      return name === 'projects-files' ? [{ gateway, passes: cluster.serving(name) }] : [];
    },
  );
}

async function outlast(
  { ports, key, projectId, outlastMs, uploads }: Replacement,
  { gateway, passes }: PassingUpload,
): Promise<void> {
  const baseUrl = `http://${gateway.address}:${String(ports.gateway.http)}`;
  const upload = startLongUpload({ baseUrl, key, projectId });
  while (passes.some(({ terminatedAt }) => terminatedAt === undefined)) await pause(100);
  await pause(outlastMs);
  await upload.finish().then(
    (id) => uploads.fileIds.push(id),
    (error: unknown) => uploads.cut.push(`${gateway.name}: ${String(error)}`),
  );
}
