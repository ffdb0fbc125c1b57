/** CPU of the gateway with tracing off and on, against a gateway without tracing code. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpuOf, measureAdjacent, ratiosOf, spread } from '../../adjacent.ts';
import type { Round } from '../../adjacent.ts';
import { replaceByMemory, startBenchPlatform } from '../../bench-platform.ts';
import { presentGateway, startGateway } from '../gateway-process.ts';
import { load, loadWarmUps } from '../../http-target.ts';
import { memoryFile } from '../../memory-service/memory-answers.ts';
import { printTable, say, verdict } from '../../report.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const rounds = Number(process.argv[2] ?? 9);
const seconds = Number(process.argv[3] ?? 3);
/** How often all gateways are started anew: what V8 makes of the same code differs between two starts. */
const starts = 3;
const unchanged = 1.05;
const path = `/v2/files/${memoryFile.id}`;

const collector = createServer((request, response) => {
  request.resume().once('end', () => response.end());
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const { port } = collector.address() as AddressInfo;
const withoutSpans = { NODE_OPTIONS: `--import=${import.meta.resolve('./without-spans.ts')}` };

/** Each gateway by what is put on top of its environment. */
const contenders = {
  'no tracing in it': withoutSpans,
  'the same again': withoutSpans,
  'tracing off': {},
  'tracing on': { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
type Name = keyof typeof contenders;
const names = Object.keys(contenders) as Name[];

const bench = await startBenchPlatform(await temporaryFolder());
const { child } = await replaceByMemory(bench);
try {
  const found: Readonly<Record<Name, readonly Round[]>>[] = [];
  for (let start = 0; start < starts; start += 1) found.push(await measureStart());
  report(found);
} finally {
  child.disconnect();
  await bench.stop();
  collector.closeAllConnections();
  collector.close();
}

async function measureStart(): Promise<Readonly<Record<Name, readonly Round[]>>> {
  const { platform } = bench;
  const gateways = await Promise.all(
    names.map(async (name) => {
      const gateway = await startGateway(bench, presentGateway(platform, contenders[name]), path);
      return { name, gateway };
    }),
  );
  const loads = gateways.map(({ name, gateway: { baseUrl, pid } }) => {
    const target = {
      url: `${baseUrl}${path}`,
      headers: { 'x-api-key': platform.apiKey },
      pids: { gateway: pid },
    };
    return [name, () => load(target, seconds)] as const;
  });
  try {
    // The names are those of the contenders.
    const byName = Object.fromEntries(loads) as Record<Name, () => Promise<Round>>;
    return await measureAdjacent(byName, Math.ceil(rounds / starts), loadWarmUps);
  } finally {
    await Promise.all(gateways.map(({ gateway }) => gateway.stop()));
  }
}

function report(found: readonly Readonly<Record<Name, readonly Round[]>>[]): void {
  const cpu = (name: Name): number[] => found.flatMap((measured) => cpuOf(measured[name], 'gateway'));
  const bare = cpu('no tracing in it');
  const ratios = (name: Name): number[] => ratiosOf(cpu(name), bare);
  say(
    `GET /v2/files/{fileId}: CPU of the gateway per request in µs, ratio within a round, of ${starts} starts: median (least to most)\n`,
  );
  printTable(
    ['', 'µs', 'to no tracing in it', ''],
    ['no tracing in it', spread(bare, 1), '1', 'the baseline'],
    [
      'the same again',
      spread(cpu('the same again'), 1),
      spread(ratios('the same again'), 3),
      'how far chance goes',
    ],
    [
      'tracing off',
      spread(cpu('tracing off'), 1),
      spread(ratios('tracing off'), 3),
      verdict(ratios('tracing off'), unchanged),
    ],
    ['tracing on', spread(cpu('tracing on'), 1), spread(ratios('tracing on'), 3), 'every request is sampled'],
  );
}
