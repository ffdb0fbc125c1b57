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

/** The gateway before back ends that answer what a test tells them to, over real gRPC. */
export interface TestGateway extends Pick<SampleServices, 'answer' | 'record' | 'recorded' | 'reset'> {
  readonly platform: TestPlatform;
  readonly config: Config;
  readonly baseUrl: string;
  readonly adminUrl: string;
  /** With the API key that works, unless other headers say otherwise. */
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
      // A gateway that stops waits a second for what may still come on a connection that is kept.
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

/** What a gateway needs to know, with every service at one address. */
export function gatewayEnvironment(platform: TestPlatform, address: string): Record<string, string> {
  return {
    ...platform.environment('gateway'),
    ...Object.fromEntries(serviceNames.map((name) => [addressVariable(name), address])),
    PROJECTS_FILES_UPLOAD_URL: 'http://127.0.0.1:1',
  };
}
