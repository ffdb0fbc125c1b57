import { afterAll, beforeAll, expect, it } from 'vitest';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { ProjectType } from '@assay/proto/projects/v1/project';
import { idempotencyCollection, idempotencyIndexes } from '@assay/chassis/idempotency/idempotency-records';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { fileIndexes } from '../src/store/file-store.ts';
import { projectIndexes } from '../src/store/project-store.ts';
import { uploadIndexes } from '../src/store/upload-store.ts';
import { image } from './content.ts';
import { newProject } from './new-project.ts';
import { start } from './start.ts';
import type { Started } from './start.ts';

const declared: Readonly<Record<string, readonly (readonly string[])[]>> = {
  projects: projectIndexes.map(({ key }) => Object.keys(key)),
  files: fileIndexes.map(({ key }) => Object.keys(key)),
  uploads: uploadIndexes.map(({ key }) => Object.keys(key)),
  [idempotencyCollection]: idempotencyIndexes.map(({ key }) => Object.keys(key)),
};

let running: Started;
beforeAll(async () => {
  running = await start();
});
afterAll(() => running.stop());

interface Shape {
  readonly collection: string;
  readonly equality: readonly string[];
  readonly sort: readonly string[];
  readonly range: readonly string[];
}

/** The filter and sort of a command, undefined for one that reads nothing. */
function shapeOf(name: string, command: Record<string, unknown>): Shape | undefined {
  const [update] = (command['updates'] ?? command['deletes'] ?? []) as { q: Record<string, unknown> }[];
  const [match] = (command['pipeline'] ?? []) as { $match?: Record<string, unknown> }[];
  const filter = (command['filter'] ?? command['query'] ?? update?.q ?? match?.$match) as
    Record<string, unknown> | undefined;
  if (filter === undefined) return undefined;
  const fields = Object.entries(filter);
  const isRange = ([, value]: [string, unknown]): boolean => /"\$[gl]te?"/u.test(JSON.stringify(value));
  return {
    collection: String(command[name]),
    equality: fields.filter((field) => !isRange(field)).map(([field]) => field),
    sort: Object.keys((command['sort'] as Record<string, unknown> | undefined) ?? {}),
    range: fields.filter(isRange).map(([field]) => field),
  };
}

/** Equality, sort, range: the equalities are a prefix of the index in any order, then the sort, then the ranges. */
function isCovered({ collection, equality, sort, range }: Shape): boolean {
  if (equality.includes('_id')) return true;
  return (declared[collection] ?? []).some((key) => {
    const prefix = key.slice(0, equality.length);
    if (!equality.every((field) => prefix.includes(field))) return false;
    const rest = key.slice(equality.length);
    const isSorted = sort.every((field, index) => rest[index] === field);
    return isSorted && range.every((field) => rest.includes(field));
  });
}

it('every filter and sort that is sent has an index', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  const fileId = file?.id ?? '';
  await eventually(async () => {
    const { file: read } = await running.files.getFile(call, { fileId, projectId });
    expect(read?.enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
  });
  await running.projects.getProject(call, { projectId });
  for (const type of [ProjectType.UNSPECIFIED, ProjectType.STANDARD]) {
    await running.projects.listProjects(call, { type, limit: 20, offset: 0 });
  }
  for (const enrichmentStatus of [EnrichmentStatus.UNSPECIFIED, EnrichmentStatus.COMPLETED]) {
    for (const mimeType of ['', 'image/']) {
      await running.files.listFiles(call, {
        projectId,
        enrichmentStatus,
        mimeType,
        limit: 20,
        offset: 0,
      });
    }
  }
  await running.files.batchGetFiles(call, { projectId, fileIds: [fileId] });
  const shapes = running.commands.flatMap(({ commandName, command }) => {
    const shape = shapeOf(commandName, command);
    return shape === undefined ? [] : [shape];
  });
  const seen = (collection: string): number =>
    new Set(shapes.filter((shape) => shape.collection === collection).map((shape) => JSON.stringify(shape)))
      .size;
  expect(seen('projects')).toBeGreaterThanOrEqual(3);
  expect(seen('files')).toBeGreaterThanOrEqual(8);
  expect(seen('uploads')).toBeGreaterThanOrEqual(2);
  expect(shapes.filter((shape) => !isCovered(shape))).toEqual([]);
});
