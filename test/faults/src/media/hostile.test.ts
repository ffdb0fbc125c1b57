/** One organization sends hostile and damaged files: all end, no process dies, another organization is hardly slower. */
import { randomInt } from 'node:crypto';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { newApiKey, newOrganization, newProject } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { createRandom } from '@assay/test-kit/seeded-random';
import { watchChildren } from '@assay/test-kit/processes/watch-children';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { mediaFiles } from './collection.ts';
import { damagedFiles, hostileFiles } from './damaged-files.ts';
import { keepWorking, p95 } from './neighbour.ts';
import type { Waits } from './neighbour.ts';
import { send, sendAll, summaryOf, unlawfulEnd } from './send.ts';
import type { Sent } from './send.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const sample = isWhole ? Infinity : 40;
const mutations = isWhole ? 2_000 : 60;
/** The load comes in slices, with the neighbour alone before each: what else the machine does meanwhile counts on both sides. */
const slices = isWhole ? 12 : 1;
/** Photographs of the neighbour alone, before each slice. */
const photographs = 10;
/** How much longer the neighbour may wait, and a file take; a few photographs on a busy machine say nothing of either. */
const [patience, maxFileMs] = isWhole ? [2, 30_000] : [Infinity, Infinity];
const lanes = 4;
/** Files are what is to be a load, not the questions after them. */
const pollMs = 500;
const maxChildBytes = 512 * 2 ** 20;

let platform: LaunchedPlatform;

/** A project of an organization of its own. */
async function newTenant(): Promise<{ readonly rest: Rest; readonly projectId: string }> {
  const anybody = createRest(platform.baseUrl, platform.apiKey);
  const { id } = await newOrganization(anybody);
  const { key } = await newApiKey(anybody, { organizationIds: [id], role: 'admin' });
  const rest = createRest(platform.baseUrl, key);
  return { rest, projectId: (await newProject(rest)).id };
}

function add(to: Waits, more: Waits): void {
  to.answers.push(...more.answers);
  to.photographs.push(...more.photographs);
}

function shown(before: Waits, during: Waits): string {
  const line = (what: string, of: keyof Waits): string => {
    const a = p95(before[of]);
    const b = p95(during[of]);
    return `${what}: p95 ${a.toFixed(0)} ms before (${before[of].length.toString()}), ${b.toFixed(0)} ms during (${during[of].length.toString()}), ${(b / a).toFixed(2)} times`;
  };
  return [line("neighbour's answers", 'answers'), line("neighbour's photographs", 'photographs')].join('\n');
}

describe.skipIf(mediaFiles().length === 0)('hostile files (need the media collection)', () => {
  beforeAll(async () => {
    const variables = { RATE_LIMIT_AUTHENTICATED: '100000000', RATE_LIMIT_ORGANIZATION: '100000000' };
    platform = await launchPlatform({ servers: inject('servers'), variables });
  });
  afterAll(() => platform.stop());

  it(
    'all end in time and within memory, and the neighbour hardly waits longer',
    { timeout: 3_600_000 },
    async () => {
      const deaths: string[] = [];
      for (const each of Object.values(platform.processes)) each.onDeath(() => void deaths.push(each.name));
      const watch = watchChildren(platform.processes['projects-files'].pid ?? 0);
      const hostile = await newTenant();
      const neighbour = await newTenant();
      const random = createRandom(seed);
      const files = random.shuffled([
        ...random.shuffled(hostileFiles()).slice(0, sample),
        ...damagedFiles(mutations, seed),
      ]);
      const work = (goesOn: (done: number) => boolean) =>
        keepWorking(neighbour.rest, neighbour.projectId, goesOn);
      await work((done) => done < 3);

      const before: Waits = { answers: [], photographs: [] };
      const during: Waits = { answers: [], photographs: [] };
      const sent: Sent[] = [];
      for (let slice = 0; slice < slices; slice += 1) {
        add(before, await work((done) => done < photographs));
        let isOver = false;
        const load = sendAll(
          files.filter((_, index) => index % slices === slice),
          lanes,
          async ({ name, type, read }) =>
            send(hostile.rest, hostile.projectId, { name, type, bytes: await read() }, pollMs),
        ).finally(() => {
          isOver = true;
        });
        const [ended, waits] = await Promise.all([load, work(() => !isOver)]);
        sent.push(...ended);
        add(during, waits);
      }
      watch.stop();

      process.stdout.write(
        [
          `seed ${seed.toString()}, ${files.length.toString()} files: ${summaryOf(sent)}`,
          `${watch.count().toString()} children, peak ${Math.round(watch.peakBytes() / 2 ** 20).toString()} MB`,
          `${shown(before, during)}\n`,
        ].join('\n'),
      );
      const wrong = sent.map((one) => [one.name, unlawfulEnd(one)]).filter(([, why]) => why !== undefined);
      expect({ wrong, deaths }).toEqual({ wrong: [], deaths: [] });
      expect(sent.filter(({ milliseconds }) => milliseconds > maxFileMs).map(({ name }) => name)).toEqual([]);
      expect(watch.peakBytes()).toBeLessThan(maxChildBytes);
      expect(p95(during.answers)).toBeLessThan(patience * p95(before.answers));
      expect(p95(during.photographs)).toBeLessThan(patience * p95(before.photographs));
    },
  );
});
