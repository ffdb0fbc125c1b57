import { join } from 'node:path';
import type { ToolBuild } from './definition.ts';
import { runTool } from './run-tool.ts';
import { buildOnce, fingerprint } from './tool-cache.ts';

const source = join(import.meta.dirname, '../../tools/nats');
const whenMissing =
  'Compiling nats-server needs Go, which is missing. Install python3 with pip, or Go 1.25 or newer, or nats-server, or set NATS_URL.';

/** Builds the version pinned in `tools/nats/go.mod`; resolves to the program's path. */
export async function buildNats(build: ToolBuild): Promise<string> {
  const version = await fingerprint([join(source, 'go.mod'), join(source, 'go.sum')]);
  const built = await buildOnce(build, `nats-server-${version}`, async (target) => {
    const program = 'github.com/nats-io/nats-server/v2';
    const output = join(target, 'nats-server');
    const { signal, report } = build;
    const environment = { ...build.environment, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' };
    const args = ['build', '-v', '-trimpath', '-ldflags=-s -w', '-o', output, program];
    await runTool(
      { command: 'go', args, workingDirectory: source, environment, signal, whenMissing },
      report,
    );
  });
  return join(built, 'nats-server');
}
