import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { createChannel } from '@assay/chassis/grpc/client';
import type { Channel } from '@assay/chassis/grpc/client';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { principalTokens } from '@assay/chassis/tokens/token-source';
import { readConfig } from '@assay/local/config';
import { grpcAddress, localHost } from '@assay/local/platform/environment';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { preparePlatform } from '@assay/local/platform/prepare-platform';
import { sourcePrograms } from '@assay/local/platform/programs';
import type { Programs } from '@assay/local/platform/programs';
import { createSecrets } from '@assay/local/platform/secrets';
import { choosePorts, startPlatformProcess } from '@assay/local/platform/start-platform';
import { startGuardian } from '@assay/local/processes/guardian';
import { inject } from 'vitest';
import type {} from '@assay/test-kit/set-up/infrastructure';
import { createDeathOrder } from './death-order.ts';
import { createSharedClock } from './shared-clock.ts';

/** The services whose steps are interleaved. Their processes can be killed. */
export const victims = ['crowd-webhooks', 'billing', 'verification', 'projects-files', 'datasets'] as const;
export type Victim = (typeof victims)[number];

/** The credit of each new organization, in cents: enough for most jobs, too little for some. */
export const welcomeCents = 500;
const callTimeoutMs = 60_000;
/** Texts are not read after their upload, so that most scenarios cost no process. */
const own = {
  WELCOME_CREDIT_CENTS: String(welcomeCents),
  WEBHOOK_DNS_SERVERS: '127.0.0.1:9',
  ENRICHMENT_KINDS: 'image',
};

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts the services in processes of their own, on a clock that the test moves and on the servers of the test run. */
export async function startServices() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-orders-'));
  const clock = createSharedClock(join(folder, 'clock'));
  const deaths = new Map(
    victims.map((victim) => [victim, createDeathOrder(join(folder, `${victim}.death`))]),
  );
  const guardian = startGuardian();
  const secrets = createSecrets();
  const name = `t${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const layout: PlatformLayout = {
    ports: await choosePorts(),
    servers: inject('servers'),
    secrets,
    logLevel: 'warn',
    databasePrefix: name,
    natsNamespace: name,
    publicUrl: `http://${localHost}:9`,
    mail: undefined,
    signIn: undefined,
    stripe: {},
    tls: {},
  };
  const programs: Programs = (process, program, environment) => {
    const death = program === 'main' ? deaths.get(process as Victim) : undefined;
    const variables = { ...environment, ...clock.environment, ...death?.environment, ...own };
    const plan = sourcePrograms(process, program, variables);
    return { ...plan, args: [...clock.args, ...(death?.args ?? []), ...plan.args] };
  };
  const { inherited } = readConfig();
  const common = { layout, inherited, logsDir: folder, guardian, onReady: () => undefined };
  await preparePlatform(common);
  const running = await Promise.all(
    victims.map(
      async (victim) => [victim, await startPlatformProcess(victim, { ...common, programs })] as const,
    ),
  );
  const tokens = principalTokens(createTokenSigner(secrets.internalTokenKeys.gateway, clock), clock);
  const channels: Channel[] = [];
  return {
    clock,
    deaths,
    folder,
    layout,
    processes: new Map(running),
    connect: (service: Victim): Channel => {
      const address = grpcAddress(service, layout.ports);
      const channel = createChannel({ address, tokens, timeoutMs: callTimeoutMs });
      channels.push(channel);
      return channel;
    },
    async stop() {
      for (const channel of channels) channel.close();
      await Promise.all(running.map(([, process]) => process.stop()));
      guardian.close();
      for (const death of deaths.values()) death.close();
      clock.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
