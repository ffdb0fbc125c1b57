import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@assay/chassis/clock';
import { serve } from '@assay/chassis/grpc/serve';
import { startGrpcServer } from '@assay/chassis/grpc/server';
import { createTokenVerifier } from '@assay/chassis/tokens/internal-token';
import { createRuntime } from '@assay/chassis/process/runtime';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { createUnimplementedRpcs } from '@assay/test-kit/unimplemented-rpcs';
import { memoryFile, memoryProject } from './memory-answers.ts';
import type { MemoryServiceOptions } from './start-memory-service.ts';

/** A service like any other, except that its answers come from memory: whose calls it takes, and how. */
const [publicKey = '', options = '{}'] = process.argv.slice(2);
const { host = '127.0.0.1', port = 0, delayMs = 0, times } = JSON.parse(options) as MemoryServiceOptions;
let taken = 0;
async function answered<T>(answer: T): Promise<T> {
  taken += 1;
  return delayMs === 0 ? answer : wait(delayMs, answer);
}
const files = serve(
  FilesServiceService,
  {},
  { ...createUnimplementedRpcs(FilesServiceService), getFile: () => Promise.resolve({ file: memoryFile }) },
);
const projects = serve(
  ProjectsServiceService,
  {},
  {
    ...createUnimplementedRpcs(ProjectsServiceService),
    createProject: () => Promise.resolve({ project: memoryProject }),
    getProject: () => answered({ project: memoryProject, fileCount: 7 }),
    listProjects: (_deps, _call, { limit }) =>
      Promise.resolve({ projects: Array.from({ length: limit }, () => memoryProject), total: limit }),
  },
);
const address = await startGrpcServer({
  runtime: createRuntime('bench', { logLevel: 'warn' }),
  verifier: createTokenVerifier({ keys: [JSON.parse(publicKey)] }, systemClock),
  host,
  port,
  ...(times !== undefined && { times }),
  services: [files, projects],
});
process.send?.(address);
// Whoever asks is told how many projects were read.
process.on('message', () => process.send?.(taken));
process.once('disconnect', () => process.exit());
