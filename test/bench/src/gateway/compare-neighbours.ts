import { GetFileResponse } from '@assay/proto/files/v1/files_service';
import { cpuOf, cpuOfPath, measureAdjacent, ratiosOf, spread } from '../adjacent.ts';
import type { Round } from '../adjacent.ts';
import { replaceByMemory } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { assayTarget, goTarget, plainTarget, realFile } from './gateway-targets.ts';
import type { BehindGateway } from './gateway-targets.ts';
import { startGoService } from './go-neighbours.ts';
import { load, loadWarmUps } from '../http-target.ts';
import type { HttpTarget } from '../http-target.ts';
import { memoryFile } from '../memory-service/memory-answers.ts';
import { printTable, say, verdict } from '../report.ts';

const roundSeconds = 3;
const goal = 1.5;

const plain = 'plain Fastify, from memory';
const go = 'Go grpc-gateway, same service';
const goOnly = 'Go grpc-gateway, Go service';
const assay = 'Assay, everything on';

type Measured = Readonly<Record<string, readonly Round[]>>;

/** Assay's gateway next to plain Fastify and to grpc-gateway, which read the same file. */
export async function compareNeighbours(bench: BenchPlatform, rounds: number): Promise<void> {
  say('Before projects-files, which reads the file from MongoDB:\n');
  report(await measure(bench, await realFile(bench), {}, rounds));
  const { address, child } = await replaceByMemory(bench);
  const goService = await startGoService(GetFileResponse.encode({ file: memoryFile }).finish());
  const file = { address, pid: child.pid, fileId: memoryFile.id, organizationId: memoryFile.organizationId };
  const further = await goTarget(bench, { ...file, address: goService.address, pid: goService.pid });
  try {
    say('\nBefore a service that answers from memory:\n');
    report(await measure(bench, file, { [goOnly]: further }, rounds));
  } finally {
    further.stop();
    goService.stop();
    child.disconnect();
  }
}

async function measure(
  bench: BenchPlatform,
  file: BehindGateway,
  further: Readonly<Record<string, HttpTarget>>,
  rounds: number,
): Promise<Measured> {
  const assayed = assayTarget(bench, file);
  const body = await (await fetch(assayed.url, { headers: assayed.headers })).arrayBuffer();
  say(`GET /v2/files/{fileId}, ${body.byteLength} bytes in the body`);
  const started = { [plain]: await plainTarget(body.byteLength), [go]: await goTarget(bench, file) };
  const targets: Record<string, HttpTarget> = { ...started, ...further, [assay]: assayed };
  const contenders = Object.entries(targets).map(
    ([name, target]) => [name, () => load(target, roundSeconds)] as const,
  );
  try {
    return await measureAdjacent(Object.fromEntries(contenders), rounds, loadWarmUps);
  } finally {
    for (const target of Object.values(started)) target.stop();
  }
}

function report(measured: Measured): void {
  const rounds = (name: string): readonly Round[] => measured[name] ?? [];
  const names = Object.keys(measured);
  say('CPU per request in µs: median (least to most)\n');
  printTable(
    ['', 'in front', 'service', 'Redis', 'whole path', 'requests per second'],
    ...names.map((name) => [
      name,
      ...['gateway', 'service', 'redis'].map((process) => spread(cpuOf(rounds(name), process), 0)),
      spread(cpuOfPath(rounds(name)), 0),
      spread(rates(rounds(name)), 0),
    ]),
  );
  const front = (name: string): number[] =>
    ratiosOf(cpuOf(rounds(assay), 'gateway'), cpuOf(rounds(name), 'gateway'));
  const path = (name: string): number[] => ratiosOf(cpuOfPath(rounds(assay)), cpuOfPath(rounds(name)));
  say('\nRatio within a round: median (least to most)\n');
  printTable(
    ['Assay to', 'in front', 'whole path'],
    ...names
      .filter((name) => name === go || name === goOnly)
      .map((name) => [name, spread(front(name), 2), spread(path(name), 2)]),
  );
  if (names.includes(goOnly)) {
    say(
      `\nto Go before Go: in front ${verdict(front(goOnly), goal)}, whole path ${verdict(path(goOnly), goal)}`,
    );
  }
  const noise = cpuOf(rounds(plain), 'gateway');
  say(`\nnoise: plain Fastify, most / least CPU  ${(Math.max(...noise) / Math.min(...noise)).toFixed(2)}`);
}

function rates(rounds: readonly Round[]): number[] {
  return rounds.map(({ requestsPerSecond }) => requestsPerSecond);
}
