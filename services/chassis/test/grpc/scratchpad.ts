import { createUnimplementedRpcs } from '@assay/test-kit/unimplemented-rpcs';
import { setTimeout as wait } from 'node:timers/promises';
import { Role } from '@assay/proto/access/v1/access';
import { ProjectType } from '@assay/proto/projects/v1/project';
import type { Project } from '@assay/proto/projects/v1/project';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { JWK } from 'jose';
import type { CallContext, OutgoingCall } from '../../src/call-context.ts';
import { systemClock } from '../../src/clock.ts';
import { invalidField } from '../../src/errors.ts';
import type { ConnectionTimes } from '../../src/grpc/channel-options.ts';
import { serve } from '../../src/grpc/serve.ts';
import { startGrpcServer } from '../../src/grpc/server.ts';
import { createTokenVerifier } from '../../src/tokens/internal-token.ts';
import { newId } from '../../src/ids.ts';
import { createRuntime } from '../../src/process/runtime.ts';
import type { TlsConfig } from '../../src/process/transport-security.ts';

export interface ScratchpadOptions {
  /** The public keys of all accepted tokens. */
  readonly publicKey: JWK | JWK[];
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port?: number;
  /** The name of the server in every answer. */
  readonly name?: string;
  readonly times?: ConnectionTimes;
  readonly tls?: TlsConfig;
  /** The additional delay of each `wait` answer. */
  readonly slowMs?: number;
}

export interface Scratchpad {
  readonly address: string;
  /** The calls that hang, by project id. */
  readonly hanging: Map<string, CallContext>;
  stop(): Promise<void>;
}

/**
 * Starts a gRPC server that is controlled by project ids: `hang` never answers, `wait:<ms>` answers after that time, `size:<n>` answers
 * n characters, `refuse` fails, `measure:<text>` answers the length of the text; any other id is echoed.
 */
export async function startScratchpad(options: ScratchpadOptions): Promise<Scratchpad> {
  const { publicKey, host = '127.0.0.1', port = 0, name = 'scratchpad', times, slowMs = 0, tls } = options;
  const runtime = createRuntime(name, { logLevel: 'silent', ...tls });
  const hanging = new Map<string, CallContext>();
  const rpcs = {
    createProject: () => Promise.reject(invalidField('name', 'is refused')),
    getProject(_deps: unknown, call: CallContext, { projectId: id }: { projectId: string }) {
      if (id.startsWith('hang')) {
        hanging.set(id, call);
        return new Promise<never>(() => undefined);
      }
      if (id === 'refuse') return Promise.reject(invalidField('projectId', 'is refused'));
      if (id.startsWith('measure:')) {
        const description = String(id.length - 'measure:'.length);
        return Promise.resolve({ project: buildProject({ name, description }), fileCount: 0 });
      }
      const waitMs = /^wait:(\d+)$/u.exec(id)?.[1];
      if (waitMs !== undefined) {
        return wait(Number(waitMs) + slowMs, { project: buildProject({ id, name }), fileCount: 0 });
      }
      const size = /^size:(\d+)$/u.exec(id)?.[1];
      const description = size === undefined ? undefined : 'x'.repeat(Number(size));
      return Promise.resolve({ project: buildProject({ id, name, description }), fileCount: 0 });
    },
    listProjects: () => Promise.resolve({ projects: [], total: 0 }),
  };
  const address = await startGrpcServer({
    runtime,
    verifier: createTokenVerifier({ keys: [publicKey].flat() }, systemClock),
    host,
    port,
    ...(times && { times }),
    services: [
      serve(ProjectsServiceService, {}, { ...createUnimplementedRpcs(ProjectsServiceService), ...rpcs }),
    ],
  });
  return { address, hanging, stop: () => runtime.lifecycle.stop() };
}

function buildProject(over: Partial<Project>): Project {
  const ids = { id: newId(), organizationId: 'organization', createdBy: '' };
  const times = { createdAt: undefined, updatedAt: undefined };
  return { ...ids, ...times, name: '', description: undefined, type: ProjectType.STANDARD, ...over };
}

export function buildCall(over: Partial<OutgoingCall> = {}): OutgoingCall {
  return {
    actor: { kind: 'user', userId: 'user', role: Role.USER, credentialId: 'key', modules: [] },
    organizationId: 'organization',
    requestId: 'request',
    ...over,
  };
}
