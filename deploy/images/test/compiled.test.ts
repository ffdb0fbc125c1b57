import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@assay/local/config';
import { processes, processNames, serviceNames } from '@assay/proto/processes';
import { beforeAll, describe, expect, it } from 'vitest';
import { compilePackages } from '../src/compile.ts';

/** Such as `services/billing/dist/commands/redrive.js`. */
const commands = serviceNames.flatMap((name) => {
  const { folder } = processes[name];
  const sources = readdirSync(join(projectRoot, folder, 'src/commands'));
  return sources.map((source) => `${folder}/dist/commands/${source.replace(/\.ts$/u, '.js')}`);
});
const mains = processNames.map((name) => `${processes[name].folder}/dist/main.js`);
/** EX_CONFIG, and what a command answers that misses its arguments: all that they import has been loaded by then. */
const unconfigured = [78, 2];

describe('compiled', () => {
  beforeAll(async () => {
    await compilePackages(projectRoot);
  });

  it.each([...mains, ...commands])(
    '%s finds all it imports, and asks for its configuration',
    async (program) => {
      const { code, stderr } = await run(join(projectRoot, program));
      expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
      expect(unconfigured).toContain(code);
    },
  );
});

function run(program: string): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env: {} }, (error, _stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stderr });
    });
  });
}
