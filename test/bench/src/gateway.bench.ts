import { cpuOf, measureAdjacent, median, ratiosOf, spread } from './adjacent.ts';
import type { Rounds } from './adjacent.ts';
import { startBenchPlatform } from './bench-platform.ts';
import { assayTarget, goTarget, plainTarget } from './gateway-targets.ts';
import { load } from './http-target.ts';

const rounds = Number(process.argv[2] ?? 9);
const roundSeconds = 3;
const goal = 2;

type Name = 'plain' | 'go' | 'assay';
const labels: Readonly<Record<Name, string>> = {
  plain: 'plain Fastify, from memory',
  go: 'Go grpc-gateway, nothing else on',
  assay: 'Assay, everything on',
};

function line(label: string, value: string): void {
  process.stdout.write(`${label.padEnd(44)}${value}\n`);
}

function report(measured: Rounds<Name>, bytes: number): void {
  const cpu = (name: Name, process = 'gateway') => cpuOf(measured[name], process);
  line('GET /v2/files/{fileId}, body', `${bytes} bytes`);
  line('\nCPU per request of the process in front, µs', 'median (least to most)');
  for (const [name, label] of Object.entries(labels) as [Name, string][]) line(label, spread(cpu(name), 0));
  line('\nratio of CPU within a round', 'median (least to most)');
  line('Go grpc-gateway / plain Fastify', spread(ratiosOf(cpu('go'), cpu('plain')), 2));
  line('Assay / plain Fastify', spread(ratiosOf(cpu('assay'), cpu('plain')), 2));
  const ratios = ratiosOf(cpu('assay'), cpu('go'));
  line('Assay / Go grpc-gateway', spread(ratios, 2));
  line('  every round', ratios.map((ratio) => ratio.toFixed(2)).join(' '));
  line(`  at most ${goal}`, median(ratios) <= goal ? 'met' : 'MISSED');
  line('\nCPU per request behind it, µs', 'median (least to most)');
  line('projects-files, called by Go', spread(cpu('go', 'service'), 0));
  line('projects-files, called by Assay', spread(cpu('assay', 'service'), 0));
  line('Redis', spread(cpu('assay', 'redis'), 0));
  line('\nrequests per second', 'median (least to most)');
  for (const [name, label] of Object.entries(labels) as [Name, string][]) {
    line(
      label,
      spread(
        measured[name].map(({ requestsPerSecond }) => requestsPerSecond),
        0,
      ),
    );
  }
  const noise = Math.max(...cpu('plain')) / Math.min(...cpu('plain'));
  line('\nnoise: plain Fastify, most / least CPU', noise.toFixed(2));
}

const bench = await startBenchPlatform();
try {
  const assay = await assayTarget(bench);
  const go = await goTarget(bench, assay);
  const plain = await plainTarget(assay.bytes);
  const measured = await measureAdjacent(
    {
      plain: () => load(plain, roundSeconds),
      go: () => load(go, roundSeconds),
      assay: () => load(assay, roundSeconds),
    },
    rounds,
  );
  report(measured, assay.bytes);
  plain.stop();
  go.stop();
} finally {
  await bench.stop();
}
