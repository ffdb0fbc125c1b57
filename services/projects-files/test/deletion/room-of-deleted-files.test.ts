import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import { callBy } from '@assay/test-kit/test-platform';
import { removeFile } from '../../src/domain/deletion/remove-file.ts';
import { removeProject } from '../../src/domain/deletion/remove-project.ts';
import { deleteFile } from '../../src/domain/file/delete-file.ts';
import type { ProjectFile } from '../../src/domain/file/file.ts';
import { deleteProject } from '../../src/domain/project/delete-project.ts';
import { removeFiles } from '../../src/domain/room/remove-files.ts';
import { returnQuota, recomputeUsage, reserveQuota } from '../../src/domain/room/room.ts';
import { maxRemovals } from '../../src/domain/room/storage-use.ts';
import { newFile } from '../../src/domain/upload/new-file.ts';
import { keepUpload } from '../../src/domain/upload/pending-upload.ts';
import { toDocument } from '../../src/store/file/file-document.ts';
import type { FileDocument } from '../../src/store/file/file-document.ts';
import { depsOf } from '../deps.ts';
import { contextOf, dyingAfter } from '../dying-process.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const domain = () => depsOf(running);

/** What a process works with that dies after so many of its requests to the database and the storage. */
function dyingDomain(requests: number) {
  const { clock, logger, completions, ...all } = domain();
  const { servers, sent } = dyingAfter(all, requests);
  const tombstones = { ...servers.tombstones, announce: () => undefined };
  return { deps: { ...servers, clock, logger, completions, tombstones }, sent };
}

const sizeBytes = 100;
const announcedBytes = 150;

/** A file as it stands between its upload's two writes: stored, its room still reserved. */
async function arrive(organizationId: string, projectId: string): Promise<ProjectFile> {
  const deps = domain();
  const fileId = newId();
  const place = { fileId, organizationId, projectId, storageKey: fileId, uploaderId: newId() };
  const content = { name: 'a', mimeType: 'image/png', sizeBytes, sha256: '', etag: '' };
  await reserveQuota(deps, { organizationId, uploadId: fileId, bytes: announcedBytes });
  const file = newFile(place, content, deps.clock.now());
  await deps.files.insert(file, contextOf(callBy({ organizationId })));
  return file;
}

async function store(organizationId: string, projectId: string): Promise<ProjectFile> {
  const file = await arrive(organizationId, projectId);
  await domain().storageUse.settle(organizationId, file.id, { usedBytes: sizeBytes, usedFiles: 1 });
  return file;
}

/** An organization with a file that stays and a project of two others. */
async function setUp() {
  const call = contextOf(callBy());
  const { organizationId } = call;
  const projectId = await newProject(running, call);
  await store(organizationId, newId());
  const files = [await store(organizationId, projectId), await store(organizationId, projectId)] as const;
  return { call, organizationId, projectId, fileId: files[0].id, files };
}

/** What is counted, and what a count would say. */
async function use(organizationId: string) {
  const { usedBytes, usedFiles, reservations, removals } =
    (await domain().storageUse.find(organizationId)) ?? {};
  return { usedBytes, usedFiles, reservations, removals };
}
const of = (usedFiles: number) => ({
  usedBytes: usedFiles * sizeBytes,
  usedFiles,
  reservations: [],
  removals: [],
});

type Given = Awaited<ReturnType<typeof setUp>>;
type Deps = ReturnType<typeof domain>;
const deletions = {
  file: {
    left: 2,
    decide: (deps: Deps, { call, fileId }: Given) => deleteFile(deps, call, fileId),
    hear: (deps: Deps, { organizationId, fileId }: Given) => removeFile(deps, { organizationId, fileId }),
  },
  project: {
    left: 1,
    decide: (deps: Deps, { call, projectId }: Given) => deleteProject(deps, call, projectId),
    hear: (deps: Deps, { organizationId, projectId }: Given) =>
      removeProject(deps, { organizationId, projectId }),
  },
} as const;

describe.each(['file', 'project'] as const)('the room of a deleted %s', (kind) => {
  const { left, decide, hear } = deletions[kind];

  it('is given back once, after whichever request a process dies that has to do with it', async () => {
    for (let requests = 1, isWhole = false; !isWhole; requests += 1) {
      const given = await setUp();
      const { organizationId } = given;
      const first = dyingDomain(requests);
      await decide(first.deps, given).catch(() => undefined);
      const second = dyingDomain(requests);
      await hear(second.deps, given).catch(() => undefined);
      const third = dyingDomain(requests);
      await returnQuota(third.deps, organizationId).catch(() => undefined);
      // A count in between changes nothing, whatever is noted then.
      if (requests % 2 === 0) await recomputeUsage(domain(), organizationId);
      isWhole = [first, second, third].every(({ sent }) => sent() < requests);
      await decide(domain(), given).catch(() => undefined);
      for (let delivery = 0; delivery < 2; delivery += 1) await hear(domain(), given);
      for (let time = 0; time < 2; time += 1) await returnQuota(domain(), organizationId);
      expect([requests, await use(organizationId)]).toEqual([requests, of(left)]);
      expect(await recomputeUsage(domain(), organizationId)).toBe(false);
    }
  });

  it('is given back once by many at the same time', async () => {
    const given = await setUp();
    const { organizationId } = given;
    const all = Array.from({ length: 6 }, () => [
      decide(domain(), given),
      hear(domain(), given),
      returnQuota(domain(), organizationId),
      recomputeUsage(domain(), organizationId),
    ]);
    await Promise.allSettled(all.flat());
    await decide(domain(), given).catch(() => undefined);
    await hear(domain(), given);
    await returnQuota(domain(), organizationId);
    expect(await use(organizationId)).toEqual(of(left));
  });
});

describe('the room of a file', () => {
  it('is not given back again by a process that had read the file before another one removed it', async () => {
    const { organizationId, fileId } = await setUp();
    const deps = domain();
    let isOvertaken = false;
    const listSizes: typeof deps.files.listSizes = async (...asked) => {
      const sizes = await deps.files.listSizes(...asked);
      if (!isOvertaken) {
        isOvertaken = true;
        await removeFiles(deps, organizationId, { fileId });
        await returnQuota(deps, organizationId);
      }
      return sizes;
    };
    await removeFiles({ ...deps, files: { ...deps.files, listSizes } }, organizationId, { fileId });
    await returnQuota(deps, organizationId);
    expect(await use(organizationId)).toEqual(of(2));
  });

  it.each(['before', 'after'] as const)(
    'that its upload had reserved is given back once, when the upload ends %s it is removed',
    async (when) => {
      const { organizationId, projectId } = await setUp();
      const deps = domain();
      const { id: fileId } = await arrive(organizationId, projectId);
      const end = () =>
        deps.storageUse.settle(organizationId, fileId, { usedBytes: sizeBytes, usedFiles: 1 });
      if (when === 'before') await end();
      await removeFiles(deps, organizationId, { fileId });
      await returnQuota(deps, organizationId);
      await end();
      await deps.storageUse.settle(organizationId, fileId, undefined);
      expect(await use(organizationId)).toEqual(of(3));
    },
  );

  it('that is stored while its project goes is given back once', async () => {
    const { call, organizationId, projectId } = await setUp();
    const deps = domain();
    const file = { ...(await arrive(organizationId, projectId)), id: newId() };
    await reserveQuota(deps, { organizationId, uploadId: file.id, bytes: announcedBytes });
    await deleteProject(deps, call, projectId);
    await expect(keepUpload(deps, call, file)).rejects.toMatchObject({ reason: 'PROJECT_NOT_FOUND' });
    await removeProject(deps, { organizationId, projectId });
    await deps.storageUse.settle(organizationId, file.id, undefined);
    await returnQuota(deps, organizationId);
    expect(await use(organizationId)).toEqual(of(1));
  });

  it('is counted anew where a file came back after its deletion was over', async () => {
    const given = await setUp();
    const { call, organizationId, fileId, files } = given;
    const deps = domain();
    await deleteFile(deps, call, fileId);
    await removeFile(deps, given);
    await returnQuota(deps, organizationId);
    await deps.files.insert(files[0], call);
    await removeFile(deps, given);
    expect(await deps.storageUse.find(organizationId)).toMatchObject({ recountSince: expect.any(Date) });
    await recomputeUsage(deps, organizationId);
    await returnQuota(deps, organizationId);
    expect(await use(organizationId)).toEqual(of(2));
  });

  it('of files that killed processes have noted and not removed is given back before more are noted', async () => {
    const { organizationId, projectId, files } = await setUp();
    const deps = domain();
    const documents = running.db.collection<FileDocument>('files');
    const gone = newId();
    const many = Array.from({ length: maxRemovals }, () => ({ ...files[0], projectId: gone, id: newId() }));
    await documents.insertMany(many.map((file) => ({ ...toDocument(file), outbox: [] })));
    await recomputeUsage(deps, organizationId);
    const counter = async () => {
      const found = await deps.storageUse.find(organizationId);
      if (found === undefined) throw new Error('there is no counter');
      return found;
    };
    const noted = many.map(({ id }) => ({ id, bytes: sizeBytes }));
    expect(await deps.storageUse.noteRemovals(await counter(), noted)).toBe(true);
    const another = { id: files[1].id, bytes: sizeBytes };
    expect(await deps.storageUse.noteRemovals(await counter(), [another])).toBe(false);
    await removeFiles(deps, organizationId, { projectId });
    expect((await counter()).removals).toHaveLength(2);
    await returnQuota(deps, organizationId);
    expect(await use(organizationId)).toEqual(of(1));
    expect(await recomputeUsage(deps, organizationId)).toBe(false);
  });

  it('of a project with more files than are removed at a time is given back, and the notes with it', async () => {
    const { call, organizationId, projectId, files } = await setUp();
    const documents = running.db.collection<FileDocument>('files');
    const many = Array.from({ length: 1_100 }, () => toDocument({ ...files[0], id: newId() }));
    await documents.insertMany(many.map((document) => ({ ...document, outbox: [] })));
    await recomputeUsage(domain(), organizationId);
    expect(await use(organizationId)).toEqual(of(1_103));
    await deleteProject(domain(), call, projectId);
    const { removals = [] } = await use(organizationId);
    expect(removals.length).toBeLessThan(500);
    await returnQuota(domain(), organizationId);
    expect(await use(organizationId)).toEqual(of(1));
  });
});
