import type { OutgoingCall } from '@assay/chassis/call-context';
import { mebibytes } from '@assay/chassis/units';
import { VersionsServiceService } from '@assay/proto/datasets/v1/versions_service';
import type { ReadManifestRequest, ReadManifestResponse } from '@assay/proto/datasets/v1/versions_service';
import { ReportFormat, RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { ServedOperation } from '../derive/serve-operations.ts';
import { RestError } from '../errors/rest-error.ts';
import type { Callers, CallRpc } from '../operation.ts';

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** The tool to whose callers the resource belongs. */
  readonly tool: string;
}

/** A catalog, whose text is the JSON array of REST. */
export interface CatalogResource extends Described {
  readonly uri: string;
  /** The id of the operation that lists it. */
  readonly operation: string;
}

type Params = Readonly<Record<string, string>>;

/** Large content that a tool links instead of answering it. */
export interface LinkedResource extends Described {
  /** The address, with the arguments of the tool in braces. */
  readonly uriTemplate: string;
  readonly read: (callRpc: CallRpc, call: OutgoingCall, params: Params) => Promise<string>;
}

const json = 'application/json';

export const catalogResources: readonly CatalogResource[] = [
  {
    uri: 'service://pipelines/catalog',
    name: 'pipelines',
    title: 'Verification pipelines',
    description: 'The verification pipelines with the files and claims that they need.',
    mimeType: json,
    tool: 'list_pipeline_catalog',
    operation: 'listPipelines',
  },
  {
    uri: 'service://lt-pipelines/catalog',
    name: 'lt-pipelines',
    title: 'Language pipelines (deprecated)',
    description: 'Deprecated. Read service://data-platform/pipelines/catalog, which has the same content.',
    mimeType: json,
    tool: 'list_lt_pipeline_catalog',
    operation: 'listDataPlatformPipelines',
  },
  {
    uri: 'service://data-platform/pipelines/catalog',
    name: 'data-platform-pipelines',
    title: 'Pipelines of the data platform',
    description: 'The pipelines that clean and deduplicate datasets and files, and read texts.',
    mimeType: json,
    tool: 'list_data_platform_pipeline_catalog',
    operation: 'listDataPlatformPipelines',
  },
];

export const linkedResources: readonly LinkedResource[] = [
  {
    uriTemplate: 'service://runs/{runId}/report',
    name: 'run-report',
    title: 'Report of a verification run',
    description: 'All findings of a completed run.',
    mimeType: json,
    tool: 'get_verification_run',
    async read(callRpc, call, { runId = '' }) {
      const request = { runId, projectId: '', format: ReportFormat.JSON };
      const { content } = await callRpc(RunsServiceService.getReport, call, request);
      return Buffer.from(content).toString('utf8');
    },
  },
  {
    uriTemplate: 'service://datasets/{datasetId}/versions/{versionId}/manifest',
    name: 'version-manifest',
    title: 'Manifest of a version of a dataset',
    description: 'One line of JSON for each file of a finished version.',
    mimeType: 'application/x-ndjson',
    tool: 'get_dataset_version',
    read: readManifest,
  },
];

const maxManifestBytes = mebibytes(4);

async function readManifest(callRpc: CallRpc, call: OutgoingCall, params: Params): Promise<string> {
  const { datasetId = '', versionId = '' } = params;
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part: string | undefined = ''; part !== undefined;) {
    const request: ReadManifestRequest = { datasetId, versionId, part };
    const answer: ReadManifestResponse = await callRpc(VersionsServiceService.readManifest, call, request);
    size += answer.lines.byteLength;
    if (size > maxManifestBytes) throw tooLarge();
    parts.push(answer.lines);
    part = answer.nextPart;
  }
  return Buffer.concat(parts).toString('utf8');
}

function tooLarge(): RestError {
  return new RestError('PAYLOAD_TOO_LARGE', 'The manifest is too large for a message. Read it over REST.', {
    details: { maxBytes: maxManifestBytes },
  });
}

/** Returns the address of a linked resource for the arguments of its tool. */
export function expandTemplate(uriTemplate: string, args: Readonly<Record<string, unknown>>): string {
  return uriTemplate.replaceAll(/\{(\w+)\}/gu, (_match, name: string) =>
    encodeURIComponent(String(args[name])),
  );
}

/** A resource that an address names, ready to be read. */
export interface FoundResource extends Pick<Described, 'mimeType' | 'tool'> {
  readonly read: (callers: Callers, call: OutgoingCall) => Promise<string>;
}

/** Creates the function that finds the resource of an address. */
export function createResourceFinder(
  operations: readonly ServedOperation[],
): (uri: string) => FoundResource | undefined {
  const catalogs = new Map(
    catalogResources.map((catalog) => [catalog.uri, toFound(catalog, operations)] as const),
  );
  const patterns = linkedResources.map((linked) => ({ linked, pattern: toPattern(linked.uriTemplate) }));
  return (uri) => {
    const catalog = catalogs.get(uri);
    if (catalog !== undefined) return catalog;
    for (const { linked, pattern } of patterns) {
      const params = pattern.exec(uri)?.groups;
      if (params !== undefined)
        return { ...linked, read: ({ callRpc }, call) => linked.read(callRpc, call, params) };
    }
    return undefined;
  };
}

function toFound(catalog: CatalogResource, operations: readonly ServedOperation[]): FoundResource {
  const perform = operations.find(({ id }) => id === catalog.operation)?.perform;
  if (perform === undefined) throw new Error(`${catalog.uri}: there is no operation ${catalog.operation}`);
  const request = { params: {}, query: {}, body: undefined };
  return {
    ...catalog,
    read: async (callers, call) => JSON.stringify((await perform(callers, call, request)).body),
  };
}

/** Matches ids only, so that nothing else becomes a part of a request. */
function toPattern(uriTemplate: string): RegExp {
  return new RegExp(`^${uriTemplate.replaceAll(/\{(\w+)\}/gu, '(?<$1>[a-z0-9]{1,64})')}$`, 'u');
}
