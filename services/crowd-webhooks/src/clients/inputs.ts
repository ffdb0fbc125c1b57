import { notFound } from '@assay/chassis/errors';
import { jobLimits } from '@assay/proto/crowd-limits';
import type { WorkLinks } from '../domain/crowd/claim/work-links.ts';
import type { InputFile, InputSource } from '../domain/crowd/job/input/input-source.ts';
import type { InputData } from './input-data.ts';
import type { WorkFiles } from './work-files.ts';

const pageSize = 1_000;
/** The time that a claim waits for a copy of a file. */
const maxWaitMs = 8_000;

/** Builds the inputs of jobs from the services that own them. */
export function createInputs(files: WorkFiles, inputData: InputData): InputSource {
  return {
    async listFiles({ organizationId, requestId }, projectId, fileIds) {
      const found = await files.listFiles(organizationId, { projectId, fileIds }, requestId);
      if (found.missingFileIds.length > 0) throw notFound('file');
      return found.files;
    },
    async listVersionFiles({ organizationId, requestId }, versionId) {
      const listed: InputFile[] = [];
      for (let page = 1; ; page += 1) {
        const query = { versionId, page, limit: pageSize };
        const found = await files.listVersionFiles(organizationId, query, requestId);
        const known = new Map(found.files.map((file) => [file.id, file]));
        listed.push(...found.fileIds.map((id) => known.get(id) ?? { id, name: '', isPublic: false }));
        if (found.fileIds.length < pageSize || listed.length > jobLimits.slotsPerJob) return listed;
      }
    },
    readInputData: ({ organizationId, requestId }, projectId, dataSetId) =>
      inputData.read(organizationId, { projectId, dataSetId }, requestId),
    async markUsed({ organizationId, requestId }, projectId, dataSetId) {
      await inputData.markUsed(organizationId, { projectId, dataSetId }, requestId);
    },
    async prepareFiles({ organizationId, requestId }, fileIds, isOutsider) {
      for (let start = 0; start < fileIds.length; start += pageSize) {
        const shown = { fileIds: fileIds.slice(start, start + pageSize), isOutsider };
        await files.prepare(organizationId, shown, requestId);
      }
    },
  };
}

/** Builds the links of claims. Files that are gone are left out. */
export function createWorkLinks(files: WorkFiles): WorkLinks {
  return {
    async create({ requestId }, organizationId, shown) {
      const { links } = await files.getLinks(organizationId, { ...shown, maxWaitMs }, requestId);
      if (links.some(({ state }) => state === 'not_public')) return 'closed';
      if (links.some(({ state }) => state === 'pending')) return 'pending';
      return links.flatMap((link) => (link.state === 'ready' ? [link] : []));
    },
    async findClosed({ requestId }, organizationId, fileIds) {
      const closed = new Set<string>();
      for (let start = 0; start < fileIds.length; start += pageSize) {
        const page = fileIds.slice(start, start + pageSize);
        const { files: found } = await files.listFiles(organizationId, { fileIds: page }, requestId);
        for (const { id, isPublic } of found) if (!isPublic) closed.add(id);
      }
      return closed;
    },
  };
}
