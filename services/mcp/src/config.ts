import { integer, port, readConfig, text } from '@assay/chassis/config';
import type { ConfigOf, Environment, Settings } from '@assay/chassis/config';
import { addressSetting, runtimeSettings, tokenSettings } from '@assay/chassis/settings/process';
import { processes } from '@assay/proto/processes';

const ownSettings = {
  ...runtimeSettings,
  ...tokenSettings,
  endpointHost: text('ENDPOINT_HOST', {
    about: 'The host address on which the process takes MCP requests of the gateway.',
    fallback: '127.0.0.1',
  }),
  endpointPort: port('ENDPOINT_PORT', {
    about:
      'The port on which the process takes MCP requests of the gateway. 0: the operating system chooses one.',
    fallback: 0,
  }),
  callTimeoutMs: integer('CALL_TIMEOUT_MS', {
    about:
      'The timeout of a call to another service, in milliseconds. The contract gives some rpcs a longer one.',
    min: 100,
    fallback: 10_000,
  }),
};

const { calls } = processes.mcp;
const addressSettings = Object.fromEntries(calls.map((name) => [name, addressSetting(name)]));

export const settings: Settings = { ...addressSettings, ...ownSettings };

export interface Config extends ConfigOf<typeof ownSettings> {
  /** The address of each service that the process calls. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** Reads the configuration of the process. Throws ConfigError. */
export function configFrom(environment: Environment): Config {
  const config = readConfig({ ...addressSettings, ...ownSettings }, environment);
  const named = config as Readonly<Record<string, unknown>>;
  return { ...config, addresses: Object.fromEntries(calls.map((name) => [name, String(named[name])])) };
}
