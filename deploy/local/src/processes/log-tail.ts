import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

const tailBytes = 16_384;

/**
 * The last lines of a log; none when there is no log yet.
 * @param from bytes to leave out at the beginning, such as what earlier starts wrote
 */
export function readTail(logFile: string, from = 0): string[] {
  let log: number;
  try {
    log = openSync(logFile, 'r');
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(log);
    const bytes = Buffer.alloc(Math.max(0, Math.min(size - from, tailBytes)));
    readSync(log, bytes, 0, bytes.length, size - bytes.length);
    return bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
  } finally {
    closeSync(log);
  }
}

export function logSize(logFile: string): number {
  return statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
}

/** The line that says best why a process ended: its last error, else its last words. */
export function lastErrorLine(lines: readonly string[]): string | undefined {
  const messages = lines.map(readableMessage);
  const isError = (line: string, index: number): boolean =>
    isErrorRecord(lines[index] ?? '') || /\b(error|fatal|panic|exception|FTL)\b|Error:/i.test(line);
  return messages.findLast(isError) ?? messages.at(-1);
}

function readableMessage(line: string): string {
  const entry = parseEntry(line);
  if (entry === undefined) return line.trim();
  const cause = isRecord(entry['err']) ? entry['err']['message'] : undefined;
  const parts = [entry['msg'], cause].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return [...new Set(parts)].join(': ') || line.trim();
}

function isErrorRecord(line: string): boolean {
  const level = parseEntry(line)?.['level'];
  return (typeof level === 'number' && level >= 50) || level === 'error' || level === 'fatal';
}

function parseEntry(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return isRecord(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
