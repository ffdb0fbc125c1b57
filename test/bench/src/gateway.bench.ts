import { cpuOf, measureAdjacent, median, ratiosOf, spread } from './adjacent.ts';
import type { Rounds } from './adjacent.ts';
import { startBenchPlatform } from './bench-platform.ts';
import type { BenchPlatform } from './bench-platform.ts';
import { assayTarget, goTarget, plainTarget, realFile } from './gateway-targets.ts';
import type { BehindGateway } from './gateway-targets.ts';
import { load } from './http-target.ts';
import { memoryFileId, startMemoryService } from './start-memory-service.ts';

const rounds = Number(process.argv[2] ?? 7);
const roundSeconds = 3;
const goal = 2;

type Name = 'plain' | 'go' | 'assay';
const labels: Readonly<Record<Name, string>> = {
  plain: 'plain Fastify, from memory',
  go: 'Go grpc-gateway, nothing else on',
  assay: 'Assay, everything on',
};

const named = Object.entries(labels) as [Name, string][];

function line(label: string, value: string): void {
  process.stdout.write(`${label.padEnd(44)}${value}\n`);
}

function report(measured: Rounds<Name>, bytes: number): void {
  const cpu = (name: Name, process = 'gateway') => cpuOf(measured[name], process);
  const ratio = (of: Name, to: Name) => ratiosOf(cpu(of), cpu(to));
  line('GET /v2/files/{fileId}, bytes in the body', String(bytes));
  line('CPU per request of the process in front, µs', 'median (least to most)');
  for (const [name, label] of named) line(`  ${label}`, spread(cpu(name), 0));
  line('ratio of CPU within a round', 'median (least to most)');
  line('  Go grpc-gateway / plain Fastify', spread(ratio('go', 'plain'), 2));
  line('  Assay / plain Fastify', spread(ratio('assay', 'plain'), 2));
  line('  Assay / Go grpc-gateway', spread(ratio('assay', 'go'), 2));
  line(
    '    every round',
    ratio('assay', 'go')
      .map((value) => value.toFixed(2))
      .join(' '),
  );
  line(`    at most ${goal}`, median(ratio('assay', 'go')) <= goal ? 'met' : 'MISSED');
  line('CPU per request behind it, µs', 'median (least to most)');
  line('  service, called by Go', spread(cpu('go', 'service'), 0));
  line('  service, called by Assay', spread(cpu('assay', 'service'), 0));
  line('  Redis', spread(cpu('assay', 'redis'), 0));
  line('requests per second', 'median (least to most)');
  const rates = (name: Name) => measured[name].map(({ requestsPerSecond }) => requestsPerSecond);
  for (const [name, label] of named) line(`  ${label}`, spread(rates(name), 0));
  const noise = Math.max(...cpu('plain')) / Math.min(...cpu('plain'));
  line('noise: plain Fastify, most / least CPU', noise.toFixed(2));
}

async function compare(bench: BenchPlatform, file: BehindGateway): Promise<void> {
  const assay = assayTarget(bench, file);
  const body = await (await fetch(assay.url, { headers: assay.headers })).arrayBuffer();
  const go = await goTarget(bench, file);
  const plain = await plainTarget(body.byteLength);
  const contenders = {
    plain: () => load(plain, roundSeconds),
    go: () => load(go, roundSeconds),
    assay: () => load(assay, roundSeconds),
  };
  try {
    report(await measureAdjacent(contenders, rounds), body.byteLength);
  } finally {
    plain.stop();
    go.stop();
  }
}

/** A service in its place that costs next to nothing, so that the processes in front are as busy as they can be. */
async function beforeMemoryService(bench: BenchPlatform): Promise<void> {
  const { processes, layout } = bench.platform;
  await processes['projects-files'].stop();
  const port = layout.ports['projects-files'].grpc;
  const { address, child } = await startMemoryService(layout.secrets.internalTokenKeys.gateway, port);
  try {
    process.stdout.write('\nBefore a service that answers from memory:\n\n');
    await compare(bench, { address, pid: child.pid, fileId: memoryFileId, organizationId: 'bench' });
  } finally {
    child.disconnect();
  }
}

const bench = await startBenchPlatform();
try {
  process.stdout.write('Before projects-files, which reads the file from MongoDB:\n\n');
  await compare(bench, await realFile(bench));
  await beforeMemoryService(bench);
} finally {
  await bench.stop();
}
