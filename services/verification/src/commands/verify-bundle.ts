import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadTrustList } from '@assay/media/c2pa/load-trust-list';
import { readDecoderConfig } from '../config.ts';
import { bytesOfFile } from '../evidence/byte-source.ts';
import type { ByteSource } from '../evidence/byte-source.ts';
import { OtherFileError, replayBundle } from '../evidence/replay-bundle.ts';
import { keySetOf } from '../evidence/signing-keys.ts';
import type { KeySet } from '../evidence/signing-keys.ts';
import type { Statement } from '../evidence/statement.ts';
import { verifyBundle } from '../evidence/verify-bundle.ts';
import { findStageExtractor } from '../stages/find-stage-extractor.ts';
import { createStageExecutor } from '../stages/stage-executor.ts';

const usage = `usage: npm run verify-bundle -- <bundle.zip> [--keys <keys.json> | --server <url>] [--file <original> …] [--replay] [--trust-list <signers.pem>]
  --keys        the public keys, as GET /v2/keys answers them; default: the keys of the platform on this machine
  --server      reads the public keys from this server
  --file        an original file: repeats the checks on it and compares stage by stage
  --replay      repeats the checks of a run without files
  --trust-list  the C2PA signers that the platform trusted; default: none
FFMPEG_PATH, or ffmpeg on the PATH, decodes videos and AAC; FFMPEG_UNCONFINED=allowed runs it where the kernel confines nothing.
Exit code 0: the bundle is unchanged, and repeated checks agree. 1: it is changed or they differ. 2: the command could not decide.`;

const withoutDecoder = '  without FFmpeg: findings that need it cannot be repeated';

/** Invalid arguments; the message is for people. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns the exit code */
async function main(args: readonly string[]): Promise<number> {
  const given = understand(args);
  if (given.help) {
    print(usage);
    return 0;
  }
  const keys = await readKeys(given);
  const handle = await open(given.bundle);
  try {
    const source = await bytesOfFile(handle);
    const { signed, isValid, problems } = await verifyBundle(source, keys);
    if (!isValid || signed === undefined) {
      print(`${given.bundle} was changed after it was signed:`);
      for (const { part, reason } of problems) print(`  ${part} ${reason}`);
      return 1;
    }
    const { runId, verdict } = signed.statement.about;
    const parts = String(signed.statement.parts.length);
    print(
      `${given.bundle} is unchanged since ${signed.by} signed it: run ${runId}, ${verdict}, ${parts} parts`,
    );
    return given.wantsReplay ? await replay(source, signed.statement, given) : 0;
  } finally {
    await handle.close();
  }
}

async function replay(
  source: ByteSource,
  statement: Statement,
  { files, trustListFile }: Given,
): Promise<number> {
  const trustList = await loadTrustList(trustListFile);
  const extractor = await findStageExtractor(readDecoderConfig());
  const limits = { size: 1, processorMs: 600_000, maxRssBytes: 2 * 2 ** 30 };
  const executor = createStageExecutor({ ...limits, trustList, extractor });
  if (extractor === undefined) print(withoutDecoder);
  try {
    const { verdictBefore, verdictAfter, stages } = await replayBundle(source, statement, {
      paths: files.map((file) => path.resolve(file)),
      executor,
    });
    for (const { slug, same, maxDifference, versionBefore, versionAfter } of stages) {
      const versions = versionBefore === versionAfter ? '' : ` (${versionBefore} then, ${versionAfter} now)`;
      print(`  ${slug}: ${same ? 'the same' : `differs by ${String(maxDifference)}`}${versions}`);
    }
    print(`  verdict: ${verdictBefore} then, ${verdictAfter} now`);
    return verdictBefore === verdictAfter && stages.every(({ same }) => same) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof OtherFileError)) throw error;
    print(`  ${error.message}`);
    return 1;
  } finally {
    await executor.close();
  }
}

interface Given {
  readonly bundle: string;
  readonly keys: string | undefined;
  readonly server: string | undefined;
  /** A key set itself, as JSON. */
  readonly keySet: string | undefined;
  readonly files: readonly string[];
  readonly wantsReplay: boolean;
  readonly trustListFile: string | undefined;
  readonly help: boolean;
}

function understand(args: readonly string[]): Given {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      keys: text,
      server: text,
      'key-set': text,
      'trust-list': text,
      replay: flag,
      file: { ...text, multiple: true },
      help: { ...flag, short: 'h' },
    },
    allowPositionals: true,
  });
  const { keys, server, 'key-set': keySet, 'trust-list': trustListFile } = values;
  const { file: files = [], replay: wantsReplay = files.length > 0, help = false } = values;
  const [bundle = '', ...more] = positionals;
  if (!help && (bundle === '' || more.length > 0)) throw new UsageError(`Name one bundle.\n${usage}`);
  if (keys !== undefined && server !== undefined)
    throw new UsageError('--keys and --server exclude each other. Use one of them.');
  return { bundle, keys, server, keySet, files, wantsReplay, trustListFile, help };
}

async function readKeys({ keys, server, keySet }: Given): Promise<KeySet> {
  if (server !== undefined) return keySetFrom(await fetchKeys(server));
  if (keys !== undefined) return keySetFrom(await readFile(keys, 'utf8'));
  if (keySet !== undefined) return keySetFrom(keySet);
  throw new UsageError('No platform on this machine has keys. Name the keys with --keys or --server.');
}

function keySetFrom(text: string): KeySet {
  return keySetOf(JSON.parse(text) as Parameters<typeof keySetOf>[0]);
}

async function fetchKeys(server: string): Promise<string> {
  const answer = await fetch(new URL('/v2/keys', server));
  if (!answer.ok) throw new Error(`${server} answered ${String(answer.status)} when asked for its keys`);
  return answer.text();
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
