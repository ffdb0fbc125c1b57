import { join } from 'node:path';
import type { ToolBuild } from './definition.ts';
import { runTool } from './run-tool.ts';
import { cachedTool, fingerprint } from './tool-cache.ts';

const tools = {
  nats: { name: 'nats-server', package: 'github.com/nats-io/nats-server/v2', variables: 'NATS_URL' },
  s3: {
    name: 'versitygw',
    package: 'github.com/versity/versitygw/cmd/versitygw',
    variables: 'S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY',
  },
} as const;

/** Builds the version pinned in `tools/<folder>/go.mod`; resolves to the program's path. */
export async function buildGoTool(folder: keyof typeof tools, build: ToolBuild): Promise<string> {
  const tool = tools[folder];
  const source = join(import.meta.dirname, '../../tools', folder);
  const version = await fingerprint([join(source, 'go.mod'), join(source, 'go.sum')]);
  const built = await cachedTool(build.toolCache, `${tool.name}-${version}`, async (target) =>
    runTool(
      {
        command: 'go',
        args: ['build', '-v', '-trimpath', '-ldflags=-s -w', '-o', join(target, tool.name), tool.package],
        workingDirectory: source,
        environment: { ...build.environment, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' },
        signal: build.signal,
        whenMissing: `${tool.name} has to be built and Go is missing: install Go 1.25 or newer, or put ${tool.name} on the PATH, or set ${tool.variables}`,
      },
      build.report,
    ),
  );
  return join(built, tool.name);
}
