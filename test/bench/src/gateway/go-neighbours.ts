import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, readConfig } from '@assay/local/config';
import { runTool } from '@assay/local/servers/run-tool';
import { cachedTool, fingerprint } from '@assay/local/servers/tool-cache';

const source = join(import.meta.dirname, '../../go');
const contract = join(projectRoot, 'proto');

export interface GoProcess {
  /** `host:port` */
  readonly address: string;
  readonly pid: number | undefined;
  stop(): void;
}

/** grpc-gateway before the files service at the address. */
export async function startGoGateway(filesAddress: string): Promise<GoProcess> {
  return startNeighbour('gateway', filesAddress);
}

/** A files service that answers every GetFile with this encoded GetFileResponse. */
export async function startGoService(answer: Uint8Array): Promise<GoProcess> {
  return startNeighbour('service', Buffer.from(answer).toString('base64'));
}

async function startNeighbour(
  ...args: readonly [program: 'gateway' | 'service', argument: string]
): Promise<GoProcess> {
  const program = await buildNeighbours((line) => process.stderr.write(`${line}\n`));
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { address: line.toString().trim(), pid: child.pid, stop: () => child.stdin.end() };
}

/** Generates and builds the programs of `test/bench/go`; resolves to the path of the one that is both. Needs Go. */
async function buildNeighbours(report: (line: string) => void): Promise<string> {
  const { toolCache, inherited } = readConfig();
  const files = [...(await filesOf(source, '*.*')), ...(await filesOf(contract, '{assay,buf}/**/*.proto'))];
  const built = await cachedTool(
    toolCache,
    `go-neighbours-${await fingerprint(files.sort())}`,
    async (target) => {
      await cp(source, target, { recursive: true });
      const bin = join(target, 'bin');
      const environment = { ...inherited, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOBIN: bin };
      const run = (command: string, ...args: string[]): Promise<void> =>
        runTool(
          {
            command,
            args,
            environment,
            workingDirectory: target,
            signal: new AbortController().signal,
            whenMissing: `${command} is missing: this benchmark needs Go 1.26 or newer`,
          },
          report,
        );
      await run('go', 'install', 'tool');
      const buf = join(contract, 'node_modules/.bin/buf');
      await run(
        buf,
        'generate',
        contract,
        '--template',
        'buf.gen.yaml',
        '--path',
        join(contract, 'assay/files/v1'),
      );
      await run('go', 'build', '-trimpath', '-o', 'neighbours', '.');
    },
  );
  return join(built, 'neighbours');
}

async function filesOf(folder: string, pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(pattern, { cwd: folder })) found.push(join(folder, file));
  return found;
}
