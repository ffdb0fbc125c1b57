import { extname } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { CreateInputDataSetRequest } from '@assay/proto/inputdata/v1/input_data_sets_service';
import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { cleanFileName } from '../domain/file/file-name.ts';
import { readCsv } from '../domain/input-data/read-csv.ts';
import { filePartName, missingFile, payloadTooLarge, secondFile } from '../domain/upload/upload-errors.ts';
import { toScopeMessage } from '../rpc/input-data-set-message.ts';
import { readContent, readParts, toTransferError } from './read-parts.ts';
import { readTextField } from './text-field.ts';

/** The text fields beside the file. */
const fieldNames = ['description', 'scope', 'language', 'encoding', 'group'] as const;
type FieldName = (typeof fieldNames)[number];

interface Form {
  readonly fileName: string;
  readonly content: Buffer;
  readonly fields: ReadonlyMap<FieldName, string>;
}

const maxNameCharacters = 100;

/**
 * Reads the request that a form with a CSV file stands for: its columns are the lists, and one group unless the form says otherwise. Its name
 * without extension is the name of the set and of the group.
 */
export async function receiveInputData(
  request: FastifyRequest,
  call: CallContext,
  { projectId, maxBytes }: { readonly projectId: string; readonly maxBytes: number },
): Promise<CreateInputDataSetRequest> {
  const { fileName, content, fields } = await readForm(request, call.signal, maxBytes);
  const scope = fields.get('scope');
  const description = fields.get('description');
  const language = fields.get('language');
  const isGrouped = readGroup(fields.get('group'));
  const { lists, encoding } = await readCsv(content, {
    language,
    isGrouped,
    encoding: readEncoding(fields.get('encoding')),
  });
  const name = nameOf(fileName);
  return CreateInputDataSetRequest.fromPartial({
    projectId,
    name,
    language: language ?? '',
    encoding,
    lists: lists.map((list) => ({ name: list.name, values: [...list.values] })),
    groups: isGrouped ? [{ name, lists: lists.map((list) => list.name) }] : [],
    ...(scope !== undefined && { scope: toScopeMessage(scope) }),
    // A form cannot leave a text field out that it shows.
    ...(description !== undefined && description !== '' && { description }),
  });
}

async function readForm(request: FastifyRequest, signal: AbortSignal, maxBytes: number): Promise<Form> {
  const fields = new Map<FieldName, string>();
  let file: Pick<Form, 'fileName' | 'content'> | undefined;
  for await (const { part } of readParts(request, signal)) {
    if (part.type === 'file') {
      if (part.fieldname !== filePartName) throw missingFile('the file must be in the part "file"');
      if (file !== undefined) throw secondFile();
      file = { fileName: part.filename, content: await receiveContent(request, signal, { part, maxBytes }) };
      continue;
    }
    const [name, value] = readTextField(part, fieldNames);
    if (fields.has(name)) throw invalidField(name, `${name} is there twice`);
    fields.set(name, value);
  }
  signal.throwIfAborted();
  if (file === undefined) throw missingFile('the part "file" is missing');
  return { ...file, fields };
}

interface Content {
  readonly part: MultipartFile;
  readonly maxBytes: number;
}

/** RESOURCE_EXHAUSTED as soon as there is more than `maxBytes`. */
async function receiveContent(
  request: FastifyRequest,
  signal: AbortSignal,
  { part, maxBytes }: Content,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  const read = async (): Promise<Buffer> => {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      receivedBytes += chunk.byteLength;
      if (receivedBytes > maxBytes) throw payloadTooLarge({ maxBytes, receivedBytes, mimeType: 'text/csv' });
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };
  try {
    return await readContent(part, signal, read);
  } catch (error) {
    throw toTransferError(request, signal, error);
  }
}

/** INVALID_ARGUMENT for a name that the Encoding Standard does not have. Empty text is none, as forms send it. */
function readEncoding(label: string | undefined): string | undefined {
  if (label === undefined || label.trim() === '') return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw invalidField(
      'encoding',
      'encoding must be the name of a character encoding, such as utf-8 or windows-1252',
    );
  }
}

/** Empty text is none, as forms send it. */
function readGroup(value = ''): boolean {
  if (!['', 'true', 'false'].includes(value)) throw invalidField('group', 'group must be true or false');
  return value !== 'false';
}

function nameOf(fileName: string): string {
  const name = cleanFileName(fileName);
  const kept = name.slice(0, name.length - extname(name).length).trim();
  return Array.from(kept === '' ? name : kept)
    .slice(0, maxNameCharacters)
    .join('')
    .trim();
}
