import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { BenchServers } from '../bench-servers.ts';
import type { GatewayPlan } from './gateway-process.ts';
import type { CommitAnswer } from './commit-process.ts';

/** The services of one commit, of which projects-files answers from memory, and the gateway that belongs before them. */
export interface CommitServices {
  readonly gateway: GatewayPlan;
  /** The service that answers from memory. */
  readonly service: { readonly pid: number | undefined };
  stop(): Promise<void>;
}

/**
 * Starts identity-org and the service in memory of a checkout by that checkout's own code, on the given servers with databases
 * and streams of their own, so that neither commit has to know what the other's services ask for.
 */
export async function startCommitServices(
  checkout: string,
  { servers }: Pick<BenchServers, 'servers'>,
): Promise<CommitServices> {
  const child = fork(new URL(import.meta.resolve('./commit-process.ts')), {
    execArgv: ['--conditions=source'],
    cwd: checkout,
  });
  const gone = once(child, 'exit');
  const { mongodb, nats, s3, redis } = servers;
  child.send({ checkout, servers: { mongodb, nats, s3, redis } });
  const answered = once(child, 'message') as Promise<[CommitAnswer]>;
  const answer = await Promise.race([answered, gone.then(() => undefined)]);
  if (answer === undefined) throw new Error(`the services of ${checkout} do not start`);
  const [{ apiKey, environment, servicePid }] = answer;
  return {
    gateway: { checkout, environment, apiKey },
    service: { pid: servicePid },
    async stop() {
      child.disconnect();
      await gone;
    },
  };
}
