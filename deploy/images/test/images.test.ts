import { processNames, processes } from '@assay/proto/processes';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { mostMegabytes } from '../src/limits.ts';
import { buildImageOf, describeImage, runInImage, startContainers, whatIsMissing } from './containers.ts';
import { expectVerified } from './photograph.ts';

const isWhole = process.env['IMAGES'] === 'whole';
const missing = isWhole ? await whatIsMissing() : 'npm run images';

describe.skipIf(missing !== undefined)(`the images (need ${missing ?? 'nothing more'})`, () => {
  const images = new Map<string, string>();
  beforeAll(async () => {
    for (const name of processNames) images.set(name, await buildImageOf(name));
  }, 1_800_000);
  const imageOf = (name: string) => images.get(name) ?? '';

  it.each(processNames)('say of %s how it is run and stopped', async (name) => {
    expect((await describeImage(imageOf(name))).Config).toMatchObject({
      User: '10001:10001',
      StopSignal: 'SIGTERM',
      Healthcheck: { Test: ['NONE'] },
      Cmd: ['node', 'dist/main.js'],
    });
  });

  it.each(processNames)('have layers of our own in %s that stay within its limit', async (name) => {
    const base = await buildImageOf(readsMedia(name) ? 'media' : 'base');
    const [own, below] = await Promise.all([describeImage(imageOf(name)), describeImage(base)]);
    expect((own.Size - below.Size) / 1e6).toBeLessThan(mostMegabytes[name]);
  });

  it.each(processNames)(
    'have in %s a decoder only where media are read, and nothing to install with',
    async (name) => {
      const said = await runInImage(imageOf(name), 'command -v ffmpeg npm npx pnpm yarn corepack; ls /app');
      expect(
        said
          .trim()
          .split('\n')
          .filter((line) => line.startsWith('/')),
      ).toEqual(readsMedia(name) ? ['/usr/local/bin/ffmpeg'] : []);
      expect(said).not.toMatch(/^(?:src|test)$/mu);
    },
  );

  it('verify a photograph without any privilege on roots that cannot be written, and stop in time', async () => {
    const containers = startContainers();
    onTestFinished(() => containers.remove());
    const platform = await launchPlatform({ servers: inject('servers'), programs: containers.programs });
    try {
      await expectVerified(platform);
    } finally {
      await platform.stop();
    }
    expect(new Set(await containers.exitCodes())).toEqual(new Set([0]));
  });
});

function readsMedia(name: keyof typeof processes): boolean {
  return processes[name].needs.includes('storage');
}
