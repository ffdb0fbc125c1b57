import { Buffer } from 'node:buffer';
import type { ByteSource } from './byte-source.ts';
import { headerLength, layOut, statedSize } from './canonical-zip.ts';
import { statementPart } from './statement.ts';
import type { Statement } from './statement.ts';

/** Parses the JSON in a part of a bundle that was found valid. Throws where there is no such part. */
export async function readJsonPart(source: ByteSource, statement: Statement, name: string): Promise<unknown> {
  return JSON.parse(await readPart(source, statement, name));
}

/** Reads the text of a part of a bundle that was found valid. Throws where there is no such part. */
export async function readPart(source: ByteSource, { parts }: Statement, name: string): Promise<string> {
  const sizeBytes = statedSize(await source.read(0, headerLength(statementPart))) ?? 0;
  const index = parts.findIndex((part) => part.name === name);
  const place = layOut([{ name: statementPart, sizeBytes }, ...parts]).places[index + 1];
  if (index < 0 || place === undefined) throw new Error(`the bundle has no ${name}`);
  const bytes = await source.read(place.dataOffset, parts[index]?.sizeBytes ?? 0);
  return Buffer.from(bytes).toString('utf8');
}
