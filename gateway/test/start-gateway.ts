import { addressVariable, serviceNames } from '@assay/proto/processes';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import type { TestPlatform } from '@assay/test-kit/test-platform';
import { configFrom } from '../src/config.ts';
import type { Config } from '../src/config.ts';
import { startGateway } from '../src/service.ts';
import type { RunningGateway } from '../src/service.ts';
import { apiKey } from './credentials.ts';
import { startSampleServices } from './sample-services.ts';
import type { SampleServices } from './sample-services.ts';

/** A gateway in front of back ends whose responses a test can set, over real gRPC. */
export interface TestGateway extends Pick<SampleServices, 'answer' | 'record' | 'recorded' | 'reset'> {
  readonly platform: TestPlatform;
  readonly config: Config;
  readonly baseUrl: string;
  readonly adminUrl: string;
  /** Sends the valid API key by default. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly startAnother: (variables?: Readonly<Record<string, string>>) => Promise<RunningGateway>;
  stopBackEnds(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestGateway(
  variables: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const platform = createTestPlatform();
  const backEnds = await startSampleServices(platform);
  const environment = {
    ...gatewayEnvironment(platform, backEnds.address),
    ...variables,
  };
  const config = configFrom(environment);
  const gateways = [await startGateway(config)];
  const [{ httpAddress, adminAddress }] = gateways as [RunningGateway];
  return {
    platform,
    config,
    baseUrl: `http://${httpAddress}`,
    adminUrl: `http://${adminAddress}`,
    answer: backEnds.answer,
    record: backEnds.record,
    recorded: backEnds.recorded,
    reset: backEnds.reset,
    fetch(path, init = {}) {
      const headers = new Headers(init.headers ?? { 'x-api-key': apiKey });
      // A stopping gateway waits one second for requests on open connections.
      headers.set('connection', 'close');
      return fetch(`http://${httpAddress}${path}`, { redirect: 'manual', ...init, headers });
    },
    async startAnother(more = {}) {
      const another = await startGateway(configFrom({ ...environment, ...more }));
      gateways.push(another);
      return another;
    },
    stopBackEnds: backEnds.stop,
    async stop() {
      for (const gateway of gateways) await gateway.stop();
      await backEnds.stop();
    },
  };
}

/** Returns the environment of a gateway whose services all have one address. */
export function gatewayEnvironment(platform: TestPlatform, address: string): Record<string, string> {
  return {
    ...platform.environment('gateway'),
    ...Object.fromEntries(serviceNames.map((name) => [addressVariable(name), address])),
    PROJECTS_FILES_UPLOAD_URL: 'http://127.0.0.1:1',
    MCP_ENDPOINT_URL: 'http://127.0.0.1:1',
  };
}
