import { cp, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, readConfig } from '@assay/local/config';
import { runTool } from '@assay/local/servers/run-tool';
import { cachedTool, fingerprint } from '@assay/local/servers/tool-cache';

const source = join(import.meta.dirname, '../go-grpc-gateway');
const protos = join(projectRoot, 'proto');
const measured = ['assay/files/v1', 'assay/access/v1'];

/** Generates and builds the grpc-gateway of `test/bench/go-grpc-gateway`; resolves to the program's path. Needs Go. */
export async function buildGoGateway(report: (line: string) => void): Promise<string> {
  const { toolCache, inherited } = readConfig();
  const folders = [source, ...measured.map((folder) => join(protos, folder))];
  const files = (await Promise.all(folders.map(filesOf))).flat().sort();
  const built = await cachedTool(toolCache, `go-grpc-gateway-${await fingerprint(files)}`, async (target) => {
    await cp(source, target, { recursive: true });
    const environment = {
      ...inherited,
      CGO_ENABLED: '0',
      GOFLAGS: '-mod=readonly',
      GOBIN: join(target, 'bin'),
    };
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
    const paths = measured.flatMap((folder) => ['--path', join(protos, folder)]);
    await run(
      join(protos, 'node_modules/.bin/buf'),
      'generate',
      protos,
      '--template',
      'buf.gen.yaml',
      ...paths,
    );
    await run('go', 'build', '-trimpath', '-o', 'grpc-gateway', '.');
  });
  return join(built, 'grpc-gateway');
}

async function filesOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('*.*', { cwd: folder })) found.push(join(folder, file));
  return found;
}
