import { systemClock } from '@assay/chassis/clock';
import type { Clock } from '@assay/chassis/clock';
import { createBodyMemory, usualBodyLimits } from '@assay/chassis/http/body-memory';
import { countLookups } from '@assay/chassis/metrics';
import { startAdmin } from '@assay/chassis/process/admin';
import { stoppable } from '@assay/chassis/process/run';
import type { Running } from '@assay/chassis/process/run';
import { createRuntime } from '@assay/chassis/process/runtime';
import { createTokenSigner, createTokenVerifier } from '@assay/chassis/tokens/internal-token';
import { principalTokens } from '@assay/chassis/tokens/token-source';
import { createCallers } from '@assay/operations/adapter/callers';
import { serveOperations } from '@assay/operations/derive/serve-operations';
import { resources as declared, shapes } from '@assay/operations/resources/operations';
import { serveTools } from '@assay/operations/tools/serve-tools';
import { toolsets } from '@assay/operations/tools/toolsets';
import type { Config } from './config.ts';
import { startEndpoint } from './endpoint/endpoint.ts';
import { createResourceReader } from './resources/resource-reader.ts';
import { createTaskReader } from './tasks/task-reader.ts';
import { createToolRunner } from './tools/tool-runner.ts';
import { createWire } from './wire/wire.ts';

export interface RunningMcp extends Running {
  /** `host:port` of the endpoint to which the gateway forwards. */
  readonly endpointAddress: string;
  readonly adminAddress: string;
}

export interface McpOptions {
  readonly clock?: Clock;
  /** The interval between two heartbeats of a request without an answer, in milliseconds. */
  readonly heartbeatMs?: number;
}

/** Starts the MCP adapter. It has no state: each request names its caller by the internal token of the gateway. */
export async function startMcp(
  config: Config,
  { clock = systemClock, heartbeatMs }: McpOptions = {},
): Promise<RunningMcp> {
  const runtime = createRuntime('mcp', config);
  const { start } = runtime.readiness;
  start.begin();
  try {
    const adminAddress = await startAdmin(runtime, { host: config.adminHost, port: config.adminPort });
    const tokens = principalTokens(createTokenSigner(config.internalTokenKey, clock), clock);
    const callers = createCallers({ ...config, adapter: 'mcp' }, runtime, tokens);
    const lookups = countLookups(runtime.metrics, 'tokens');
    const verifier = createTokenVerifier(config.internalTokenJwks, clock, { service: 'mcp', lookups });
    const served = serveOperations(declared, shapes);
    const tools = serveTools(toolsets, served);
    const wire = createWire({
      runtime,
      tools: createToolRunner({ runtime, callers, tools }, config),
      tasks: createTaskReader({ callers, tools }, config),
      resources: createResourceReader({ callers, tools, operations: served.operations }),
    });
    const bodies = createBodyMemory(usualBodyLimits);
    const endpoint = { runtime, verifier, wire, bodies };
    const endpointAddress = await startEndpoint(endpoint, { ...config, heartbeatMs });
    start.complete();
    runtime.logger.info({ endpointAddress, adminAddress }, 'started');
    return { endpointAddress, adminAddress, ...stoppable(runtime, config) };
  } catch (error) {
    await runtime.lifecycle.stop();
    throw error;
  }
}
