import { expect } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { sweepResumableUploads } from '../../src/domain/resumable-upload/end-upload.ts';
import { sweepUploads } from '../../src/domain/upload/sweep-uploads.ts';
import { image } from '../content.ts';
import { depsOf } from '../deps.ts';
import { countStored, nothing } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { startProcess } from '../own-process.ts';
import type { OwnProcess } from '../own-process.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { createUploader } from '../uploader.ts';

const hourMs = 3_600_000;

/** A process of the service that is sent what no honest client sends. */
export interface HostileProcess {
  readonly running: Started;
  readonly service: OwnProcess;
  readonly uploader: Started['uploader'];
  caller(): Promise<Caller>;
  /** Takes an honest upload of somebody else. */
  expectWell(): Promise<void>;
  /** Nothing is left once the sweepers have come by, and all room is given back. */
  expectNothing(organizationId: string): Promise<void>;
  stop(): Promise<void>;
}

interface Caller {
  readonly call: OutgoingCall;
  readonly projectId: string;
}

export async function startHostile(
  overrides: Readonly<Record<string, string>> = {},
): Promise<HostileProcess> {
  const running = await start({ ROLES: 'api' });
  // Every collection is a full one, so that the memory of the process is what it holds, and not what it has not collected yet.
  const service = await startProcess({ ...running.environment, ...overrides, ROLES: 'api' }, ['--gc-global']);
  const uploader = createUploader(service.uploadAddress ?? '', running.signer);
  const caller = async (): Promise<Caller> => {
    const call = callBy();
    return { call, projectId: await newProject(running, call) };
  };
  return {
    running,
    service,
    uploader,
    caller,
    async expectWell() {
      const { call, projectId } = await caller();
      expect(await uploader.upload(call, projectId, { bytes: await image('png') })).toMatchObject({
        status: 201,
      });
    },
    async expectNothing(organizationId) {
      const deps = depsOf(running);
      const later = { ...deps, clock: { now: () => new Date(Date.now() + 25 * hourMs) } };
      await eventually(async () => {
        await sweepUploads(later);
        await sweepResumableUploads(later);
        expect(await countStored(running, organizationId)).toEqual(nothing);
        const use = await deps.storageUse.find(organizationId);
        expect(use ?? { reservations: [] }).toMatchObject({ reservations: [] });
        expect([use?.usedBytes ?? 0, use?.usedFiles ?? 0]).toEqual([0, 0]);
      });
    },
    async stop() {
      expect(await service.stop()).toBe(0);
      await running.stop();
    },
  };
}
