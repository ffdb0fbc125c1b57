import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { backupOrder } from '@assay/chassis/storage/backup/manifest';
import { repositoryRoot } from '../src/paths.ts';
import { containersOf, podsOf } from '../src/pods.ts';
import type { Container, Pod } from '../src/pods.ts';
import { examples, render } from '../src/render.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';

const missing = missingForCharts();
const bucket = { enabled: true, target: 's3://backups/assay', s3: { endpoint: 'https://s3.example.com' } };
const objectsOf = (backup: unknown) =>
  render({ ...examples.minimal, values: { backup }, kubernetesVersion: '1.35.0' });

describe.skipIf(missing !== undefined)(`backups (${missing ?? 'helm is there'})`, () => {
  let objects: readonly Manifest[] = [];
  beforeAll(async () => {
    objects = await objectsOf(bucket);
  });
  const podOf = (name: string, among = objects): Pod => {
    const found = podsOf(among).find(({ owner }) => owner === `CronJob assay-${name}`);
    if (found === undefined) throw new TypeError(`there is no CronJob ${name}`);
    return found;
  };
  const commands = (pod: Pod) =>
    containersOf(pod).map(({ name, command = [] }) => [name, ...command.slice(1)].join(' '));
  const variable = ({ env }: Container, name: string) => env.find((one) => one.name === name);

  it('copy databases in their order, then objects, and remove old backups last', () => {
    const script = 'dist/commands/backup.js';
    expect(commands(podOf('backup'))).toEqual([
      ...backupOrder.map((service) => `${service} ${script} database`),
      `objects ${script} objects`,
      `prune ${script} prune`,
    ]);
  });

  it('only say what would go where that is asked for', async () => {
    const tried = await objectsOf({ ...bucket, retention: { days: 7, dryRun: true } });
    const prune = containersOf(podOf('backup', tried)).at(-1);
    expect(prune?.command?.slice(-2)).toEqual(['prune', '--dry-run']);
    expect(prune && variable(prune, 'BACKUP_RETENTION_DAYS')?.value).toBe('7');
  });

  it('are restored by a Job of another CronJob that never runs by itself: objects first, sign-in last', () => {
    const script = 'dist/commands/restore.js';
    expect(commands(podOf('restore'))).toEqual([
      `objects ${script} objects`,
      ...backupOrder.map((service) => `${service} ${script} database`),
    ]);
    expect(backupOrder.at(-1)).toBe('identity-org');
    expect(objects.find(isRestore)).toMatchObject({ spec: { suspend: true } });
    for (const container of containersOf(podOf('restore')))
      expect(variable(container, 'BACKUP_ID')?.valueFrom?.fieldRef?.fieldPath).toContain('job-name');
  });

  it('are written into a volume where the target is a folder', async () => {
    const folder = { enabled: true, target: '/backups', existingClaim: 'backups' };
    for (const name of ['backup', 'restore']) {
      const { spec } = podOf(name, await objectsOf(folder));
      expect(spec.volumes).toContainEqual({
        name: 'backups',
        persistentVolumeClaim: { claimName: 'backups' },
      });
      expect(spec.volumes.filter((volume) => volume['name'] === 'backups')).toHaveLength(1);
    }
  });
});

it('the page about backups needs no program but kubectl and helm', () => {
  const page = readFileSync(join(repositoryRoot, 'deploy/docs/backup.md'), 'utf8');
  const blocks = page
    .split(/^ *```.*$/mu)
    .filter((block, index) => index % 2 === 1 && block.includes('kubectl'));
  const programs = blocks.flatMap((block) => [...block.matchAll(/^ *(?:\w.*\| *)?(?<program>\w+)/gmu)]);
  expect(new Set(programs.map(({ groups }) => groups?.['program']))).toEqual(
    new Set(['helm', 'kubectl', 'for', 'done']),
  );
});

function isRestore({ kind, metadata }: Manifest): boolean {
  return kind === 'CronJob' && metadata.name === 'assay-restore';
}
