import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';

export interface GoBuild {
  /** The name of the program. */
  readonly name: string;
  readonly package: string;
  /** The folder of the go.mod that pins the package. */
  readonly source: string;
  /** The folder of the compiled program. */
  readonly folder: string;
  readonly linkerFlags?: readonly string[];
  /** The value of `-mod`. */
  readonly modules: 'mod' | 'readonly';
}

/** Compiles a program without C. Rejects with the errors of Go. */
export async function goBuild(build: GoBuild): Promise<void> {
  const linker = ['-s', '-w', ...(build.linkerFlags ?? [])].join(' ');
  const output = join(build.folder, build.name);
  const { exitCode, stderr } = await runChild({
    command: 'go',
    args: [
      ...['build', `-mod=${build.modules}`, '-trimpath', `-ldflags=${linker}`],
      ...['-o', output, build.package],
    ],
    workingDirectory: build.source,
    environment: { ...readConfig().inherited, CGO_ENABLED: '0' },
    output: 'kept',
  });
  if (exitCode !== 0) throw new Error(`Go could not compile ${build.name}: ${stderr.trim()}`);
}
