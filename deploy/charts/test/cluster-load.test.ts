import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { ofKind, podsOf } from '../src/pods.ts';
import { loadManifests, loadProgram, requireNoFailures } from '../src/cluster/load.ts';
import { kubernetesVersions } from '../src/paths.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { validate } from '../src/validate.ts';

const missing = missingForCharts();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What the program printed last, before it was ended, of a gateway that answers with these statuses in turn. */
async function printedOf(statuses: readonly number[], lines: number): Promise<string> {
  let asked = 0;
  const server = createServer((_request, response) => {
    const status = statuses[asked % statuses.length];
    asked += 1;
    if (status === undefined || status === 0) response.destroy();
    else response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const environment = { ASSAY_URL: `http://127.0.0.1:${port.toString()}`, ASSAY_API_KEY: 'key' };
  const child = spawn(process.execPath, [loadProgram], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.push(() => child.kill());
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    if (printed.length === lines) break;
  }
  return printed.join('\n');
}

describe('the load on a cluster', () => {
  it('counts what was answered', async () => {
    const printed = await printedOf([200], 2);
    expect(JSON.parse(printed.split('\n').at(-1) ?? '')).toMatchObject({ failed: {} });
    expect(requireNoFailures(printed)).toBeGreaterThan(0);
  });

  it('counts failures by kind: answers that say so, and none', async () => {
    const printed = await printedOf([200, 503, 0], 1);
    expect(() => {
      requireNoFailures(printed);
    }).toThrow(/^(?=.*\d × 503)(?=.*\d × UND_ERR_SOCKET).* failed, \d+ answered$/u);
  });

  it('fails where nothing was asked', () => {
    expect(() => {
      requireNoFailures('');
    }).toThrow('no call was made');
  });
});

it.skipIf(missing !== undefined)(
  `comes from a pod that is valid (${missing ?? 'kubeconform is there'})`,
  async () => {
    const { items } = loadManifests('assay/gateway:under-test', 'assay') as { items: readonly Manifest[] };
    const text = items.map((item) => JSON.stringify(item)).join('\n---\n');
    expect((await validate(text, kubernetesVersions[0])).problems).toEqual([]);
    expect(podsOf(ofKind(items, 'Pod'))).toHaveLength(1);
  },
);
