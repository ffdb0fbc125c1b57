/** CPU of tools/list and of a tool against a plain HTTP server and REST, bytes of the list, and memory. */
// Argument: the number of rounds.
import { createRest } from '@assay/test-kit/rest';
import { cpuOf, cpuOfPath, measureAdjacent, median, ratiosOf, spread } from '../adjacent.ts';
import type { Round } from '../adjacent.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { load, loadWarmUps, pidsOf } from '../http-target.ts';
import type { HttpTarget } from '../http-target.ts';
import { readMemory } from '../process-peak.ts';
import { printTable, say, verdict } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { eras, mcpTarget, plainMcpTarget, sendOnce } from './mcp-targets.ts';
import type { Era } from './mcp-targets.ts';

const rounds = Number(process.argv[2] ?? 5);
const roundSeconds = 3;
const goals = { list: 3, call: 1.5, bytesPerTool: 1_400, toolsetBytes: 12_000, megabytes: 150 };
const toolsets = [
  ...['identity', 'projects', 'datasets', 'verification', 'data_platform', 'language_technology'],
  'crowdsourcing',
];

interface ListAnswer {
  readonly result: { readonly tools: readonly object[] };
}

function measure<Name extends string>(targets: Readonly<Record<Name, HttpTarget>>) {
  const contenders = Object.entries<HttpTarget>(targets).map(
    ([name, target]) => [name, () => load(target, roundSeconds)] as const,
  );
  return measureAdjacent<string, Round>(Object.fromEntries(contenders), rounds, loadWarmUps);
}

/** Returns false if a bound is broken. */
async function compareList(bench: BenchPlatform, era: Era): Promise<boolean> {
  const list = mcpTarget(bench, { era, method: 'tools/list', params: {} });
  const bytes = Buffer.byteLength(await sendOnce(list));
  const plain = await plainMcpTarget(list, bytes);
  const { plain: bare = [], list: listed = [] } = await measure({ plain, list });
  plain.stop();
  const ratios = ratiosOf(cpuOf(listed, 'mcp'), cpuOf(bare, 'gateway'));
  const withGateway = ratiosOf(cpuOfPath(listed), cpuOf(bare, 'gateway'));
  printTable(
    [`tools/list, ${era}`, 'plain server', 'mcp', 'gateway', 'mcp to plain', 'goal', 'both to plain'],
    [
      ...[`${bytes.toString()} bytes`, spread(cpuOf(bare, 'gateway'), 0), spread(cpuOf(listed, 'mcp'), 0)],
      ...[spread(cpuOf(listed, 'gateway'), 0), spread(ratios, 1), verdict(ratios, goals.list)],
      spread(withGateway, 1),
    ],
  );
  return median(ratios) <= goals.list;
}

/** Returns false if a bound is broken. */
async function compareCall(bench: BenchPlatform, projectId: string, era: Era): Promise<boolean> {
  const { gateway, 'projects-files': service } = bench.platform.processes;
  const params = { name: 'get_project', arguments: { projectId } };
  const tool = mcpTarget(bench, { era, method: 'tools/call', params });
  await sendOnce(tool);
  const rest: HttpTarget = {
    url: `${bench.platform.baseUrl}/v2/projects/${projectId}`,
    headers: { 'x-api-key': bench.platform.apiKey },
    pids: pidsOf({ gateway, service }),
  };
  const { rest: byRest = [], tool: byTool = [] } = await measure({ rest, tool });
  const ratios = ratiosOf(cpuOfPath(byTool), cpuOfPath(byRest));
  printTable(
    [`get_project, ${era}`, 'REST', 'tool', 'of it mcp', 'ratio', 'goal'],
    [
      ...['whole path', spread(cpuOfPath(byRest), 0), spread(cpuOfPath(byTool), 0)],
      ...[spread(cpuOf(byTool, 'mcp'), 0), spread(ratios, 2), verdict(ratios, goals.call)],
    ],
  );
  return median(ratios) <= goals.call;
}

/** Returns false if a bound is broken. */
async function measureBytes(bench: BenchPlatform): Promise<boolean> {
  const list = mcpTarget(bench, { era: '2025-11-25', method: 'tools/list', params: {} });
  const read = async (headers: Readonly<Record<string, string>> = {}) => {
    const { result } = JSON.parse(
      await sendOnce({ ...list, headers: { ...list.headers, ...headers } }),
    ) as ListAnswer;
    return { count: result.tools.length, bytes: Buffer.byteLength(JSON.stringify(result.tools)) };
  };
  const { count, bytes } = await read();
  const perTool = bytes / count;
  say(
    `\n${count.toString()} tools, ${bytes.toString()} bytes, ${perTool.toFixed(0)} each: ${verdict([perTool], goals.bytesPerTool)}`,
  );
  const sizes: number[] = [];
  for (const toolset of toolsets) {
    const one = await read({ 'x-mcp-toolsets': toolset });
    sizes.push(one.bytes);
    say(`${toolset}: ${one.bytes.toString()} bytes, ${verdict([one.bytes], goals.toolsetBytes)}`);
  }
  return perTool <= goals.bytesPerTool && Math.max(...sizes) <= goals.toolsetBytes;
}

const bench = await startBenchPlatform(await temporaryFolder());
try {
  const { body: project } = await createRest(bench.platform.baseUrl, bench.platform.apiKey).post(
    '/v2/projects',
    {
      name: 'Bench',
    },
  );
  say('CPU per request in µs: median (least to most)\n');
  const met: boolean[] = [];
  for (const era of eras) met.push(await compareList(bench, era));
  for (const era of eras) met.push(await compareCall(bench, project.id as string, era));
  met.push(await measureBytes(bench));
  const peak = readMemory(bench.platform.processes.mcp.pid ?? 0).peak / 2 ** 20;
  say(`peak memory of mcp: ${peak.toFixed(0)} MB, ${verdict([peak], goals.megabytes)}`);
  if (met.includes(false) || peak > goals.megabytes) process.exitCode = 1;
} finally {
  await bench.stop();
}
