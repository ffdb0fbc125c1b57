import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailSettings, SignInSettings } from '../config.ts';
import type { RestartableProcess } from '../processes/restartable-process.ts';
import { issuerServer, mailServer } from './development-server.ts';
import type { DevelopmentServersOptions } from './development-server.ts';
import { keptPorts } from './kept-ports.ts';
import { startScript } from './start-script.ts';

/** What lets a person take part: mails land where they can be read, and anybody can sign in. */
export interface DevelopmentServers {
  readonly mail: MailSettings;
  readonly signIn: SignInSettings;
  /** Where mails can be read; undefined when somebody else's server sends them. */
  readonly mailUrl: string | undefined;
  readonly processes: RestartableProcess[];
  stop(): Promise<void>;
}

/** Starts a mail server and an OpenID Connect issuer, each unless the environment names one. @throws {StartError} */
export async function startDevelopmentServers(
  options: DevelopmentServersOptions,
): Promise<DevelopmentServers> {
  const { ports, moved } = await keptPorts(join(options.stateDir, 'ports.json'));
  await mkdir(join(options.stateDir, 'logs'), { recursive: true });
  const mail = mailServer(options, ports);
  const issuer = issuerServer(options, ports);
  if (moved.includes('oidc') && !issuer.isGiven) {
    const line =
      'has a new address, because its port was in use: earlier users are new users at this address';
    options.onProgress({ server: issuer.label, kind: 'notice', line });
  }
  const outcomes = await Promise.allSettled(
    [mail, issuer].map(async (server) => {
      const tell = (kind: 'resolved' | 'ready', line: string): void => {
        options.onProgress({ server: server.label, kind, line });
      };
      tell('resolved', server.isGiven ? `the server named by ${server.variable}` : server.description);
      const running = server.isGiven ? undefined : await startScript(server, options);
      tell('ready', server.address);
      return running;
    }),
  );
  const processes = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' && outcome.value !== undefined ? [outcome.value] : [],
  );
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map(async (running) => running.stop()));
  };
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  const mailUrl = mail.isGiven ? undefined : mail.address;
  return { mail: mail.settings, signIn: issuer.settings, mailUrl, processes, stop };
}
