import { execFile } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
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
/** EX_CONFIG, what a command answers that misses its arguments, and one that needs neither: all was loaded by then. */
const loaded = [78, 2, 0];

/** What the chassis needs where it is used for it: a process has only those that it depends on by itself. */
const peers = Object.keys(manifestOf('services/chassis').peerDependencies ?? {});
/** Writes a line for each of them that the chassis imports. Other packages, such as fastify, bring their own copies. */
const tellPeers = `import { registerHooks } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    const isOfChassis = context.parentURL?.includes('/services/chassis/dist/') === true;
    if (isOfChassis && ${JSON.stringify(peers)}.includes(specifier)) process.stderr.write('imports ' + specifier + '\\n');
    return next(specifier, context);
  },
});`;

describe('compiled', () => {
  beforeAll(async () => {
    await compilePackages(projectRoot);
  });

  it.each([...mains, ...commands])('%s finds all that it imports among its dependencies', async (program) => {
    const { code, stderr } = await run(join(projectRoot, program));
    expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
    expect(loaded).toContain(code);
    const imported = [...stderr.matchAll(/^imports (.+)$/gmu)].map(([, name]) => name);
    const { dependencies } = manifestOf(program.slice(0, program.indexOf('/dist/')));
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...new Set(imported)]));
  });

  it('loads every check and every manifest from the folders of compiled checks', async () => {
    const checks = join(projectRoot, 'services/checks');
    const list = (name: string) =>
      globSync(`*/*/${name}.ts`, { cwd: join(checks, 'src') }).map((path) => basename(dirname(path)));
    const program = `
      import { checkSlugs, loadChecks } from ${JSON.stringify(join(checks, 'dist/registry.js'))};
      import { manifests } from ${JSON.stringify(join(checks, 'dist/manifests.js'))};
      const loaded = await loadChecks(checkSlugs);
      console.log(JSON.stringify({ check: loaded.map(({ slug }) => slug), manifest: [...manifests.keys()] }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: {},
    });
    const found = JSON.parse(stdout) as Readonly<Record<'check' | 'manifest', string[]>>;
    expect(found.check.toSorted()).toEqual(list('check').toSorted());
    expect(found.manifest.toSorted()).toEqual(list('manifest').toSorted());
    expect(found.check.length).toBeGreaterThan(30);
  });

  it('contains every file that the pages of the gateway read', () => {
    const list = (folder: string) =>
      readdirSync(join(projectRoot, 'gateway/web', folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(?:ts|js|css|html)$/u.test(path))
        .sort();
    const sources = list('src').filter((path) => !path.endsWith('.test.ts'));
    const compiled = sources.map((path) => path.replace(/\.ts$/u, '.js'));
    expect(list('dist')).toEqual(compiled.sort());
  });

  it('imports compiled modules in the modules for browsers', async () => {
    const folder = join(projectRoot, 'gateway/web/dist');
    const modules = await Array.fromAsync(glob('*/**/*.js', { cwd: folder }));
    const imported = modules.flatMap((module) => {
      const text = readFileSync(join(folder, module), 'utf8');
      return [...text.matchAll(/from ["'](\.[^"']+)["']/gu)].map(([, path = '']) =>
        join(dirname(module), path),
      );
    });
    expect(imported.length).toBeGreaterThan(20);
    expect(modules).toEqual(expect.arrayContaining([...new Set(imported)]));
  });
});

function run(program: string): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(tellPeers)}`, program],
      { env: {} },
      (error, _stdout, stderr) => {
        resolve({ code: error?.code ?? 0, stderr });
      },
    );
  });
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'));
}
