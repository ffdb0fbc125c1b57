import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '@assay/local/platform/ports';
import { startGuardian } from '@assay/local/processes/guardian';
import { launch } from '@assay/local/processes/process-handle';
import type { ProcessHandle } from '@assay/local/processes/process-handle';
import { ApiClient } from './api-client.ts';
import { serverFolder } from './build-server.ts';
import { startStrictProxy } from './strict-proxy.ts';

export interface ApiServer {
  readonly client: ApiClient;
  /** For Helm: the way to the server that asks for unknown fields to be refused. */
  readonly kubeconfig: string;
  /** For files of whoever uses the server; deleted with it. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

const startMs = 300_000;
const graceMs = 10_000;

/** Starts etcd and kube-apiserver on ports of this machine, with an empty store and no controllers. */
export async function startServer(): Promise<ApiServer> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-api-server-'));
  const guardian = startGuardian();
  const running: ProcessHandle[] = [];
  const start = (program: string, args: readonly string[]): void => {
    const plan = { command: join(serverFolder(), program), args };
    running.unshift(launch(plan, join(folder, `${program}.log`), guardian));
  };
  const stop = async (): Promise<void> => {
    for (const process of running) await process.stop(graceMs);
    guardian.close();
    await rm(folder, { recursive: true });
  };
  try {
    const [etcdPort = 0, peerPort = 0, port = 0] = await freePorts(3);
    const token = randomBytes(16).toString('hex');
    start('etcd', etcdArguments(folder, etcdPort, peerPort));
    start('kube-apiserver', await serverArguments({ folder, etcdPort, port, token }));
    const certificate = await untilExists(join(folder, 'certificates/apiserver.crt'), running);
    const proxy = await startStrictProxy({ port, certificate, token });
    const client = new ApiClient(proxy.url);
    await client.until('/readyz', startMs);
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(kubeconfig, JSON.stringify(kubeconfigOf(proxy.url)), { mode: 0o600 });
    return {
      client,
      kubeconfig,
      folder,
      stop: async () => {
        await proxy.close();
        await stop();
      },
    };
  } catch (error) {
    const log = await readFile(join(folder, 'kube-apiserver.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`The API server did not start: ${log.split('\n').slice(-5).join('\n')}`, {
      cause: error,
    });
  }
}

function etcdArguments(folder: string, port: number, peerPort: number): readonly string[] {
  const url = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return [
    ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...[
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `default=${peer}`,
    ],
  ];
}

async function serverArguments(server: {
  readonly folder: string;
  readonly etcdPort: number;
  readonly port: number;
  readonly token: string;
}): Promise<readonly string[]> {
  const { folder, etcdPort, port, token } = server;
  const tokens = join(folder, 'tokens.csv');
  await writeFile(tokens, `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const accountKey = join(folder, 'account.key');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  await writeFile(accountKey, privateKey.export({ type: 'sec1', format: 'pem' }), { mode: 0o600 });
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    ...['--bind-address=127.0.0.1', '--advertise-address=127.0.0.1', `--secure-port=${port}`],
    `--cert-dir=${join(folder, 'certificates')}`,
    ...[`--token-auth-file=${tokens}`, '--authorization-mode=RBAC'],
    ...[`--service-account-key-file=${accountKey}`, `--service-account-signing-key-file=${accountKey}`],
    '--service-account-issuer=https://kubernetes.default.svc',
    ...['--service-cluster-ip-range=10.96.0.0/16', '--endpoint-reconciler-type=none'],
    // So that a privileged pod is refused by Pod Security and not before it is asked.
    '--allow-privileged=true',
  ];
}

async function untilExists(file: string, running: readonly ProcessHandle[]): Promise<Buffer> {
  const deadline = AbortSignal.timeout(startMs);
  for (;;) {
    const content = await readFile(file).catch(() => undefined);
    if (content !== undefined && content.length > 0) return content;
    if (deadline.aborted || !running.every((process) => process.isRunning()))
      throw new Error(`The API server did not write ${file}`);
    await delay(100);
  }
}

function kubeconfigOf(url: string): unknown {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'server',
    clusters: [{ name: 'server', cluster: { server: url } }],
    contexts: [{ name: 'server', context: { cluster: 'server', user: 'admin' } }],
    users: [{ name: 'admin', user: {} }],
  };
}
