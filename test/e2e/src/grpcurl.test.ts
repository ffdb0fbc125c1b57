import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { grpcAddress } from '@assay/local/platform/environment';
import { processes, serviceNames } from '@assay/proto/processes';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { isOnPath } from '@assay/test-kit/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const hasGrpcurl = isOnPath('grpcurl');
let platform: SharedPlatform;

beforeAll(async () => {
  if (hasGrpcurl) platform = await joinPlatform();
});

afterAll(async () => {
  if (hasGrpcurl) await platform.stop();
});

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
}

async function grpcurl(...args: string[]): Promise<Outcome> {
  const run = promisify(execFile)('grpcurl', ['-plaintext', ...args]);
  // A refused call ends grpcurl with an error that carries both outputs.
  return await run.catch((error: unknown) => error as Outcome);
}

function packageOf(service: string): string {
  return service.slice(0, service.lastIndexOf('.'));
}

describe.skipIf(!hasGrpcurl)('grpcurl (needs grpcurl on the PATH)', () => {
  it('lists and describes what every service serves, and finds it healthy', async () => {
    for (const name of serviceNames) {
      const address = grpcAddress(name, platform.layout.ports);
      const listed = (await grpcurl(address, 'list')).stdout.split('\n');
      const own = listed.filter((service) => processes[name].serves.includes(packageOf(service)));
      expect(new Set(own.map(packageOf))).toEqual(new Set(processes[name].serves));
      for (const service of own) {
        expect((await grpcurl(address, 'describe', service)).stdout).toContain(
          'option (.assay.access.v1.rule)',
        );
      }
      expect((await grpcurl(address, 'grpc.health.v1.Health/Check')).stdout).toContain('SERVING');
    }
  });

  it('calls a service with a token exchanged for an API key, and is UNAUTHENTICATED without one', async () => {
    const { ports } = platform.layout;
    const exchange = 'assay.identity.v1.TokensService/ExchangeApiKey';
    const asked = JSON.stringify({ apiKey: platform.apiKey });
    const exchanged = await grpcurl('-d', asked, grpcAddress('identity-org', ports), exchange);
    const { accessToken } = JSON.parse(exchanged.stdout) as { accessToken: string };

    const projects = [grpcAddress('projects-files', ports), 'assay.projects.v1.ProjectsService/ListProjects'];
    const page = ['-d', '{"limit": 5}'];
    const bearer = ['-H', `authorization: Bearer ${accessToken}`];
    expect(JSON.parse((await grpcurl(...bearer, ...page, ...projects)).stdout)).toEqual({
      totalIsExact: true,
    });
    expect((await grpcurl(...page, ...projects)).stderr).toContain('Code: Unauthenticated');
    const forged = ['-H', `authorization: Bearer ${accessToken.slice(0, -4)}AAAA`];
    expect((await grpcurl(...forged, ...page, ...projects)).stderr).toContain('Code: Unauthenticated');
  });
});
