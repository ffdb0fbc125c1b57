/**
 * How a caller selects a replica. `none`: the replica with the lowest load. `organization`: calls of one organization go to one
 * replica while it is healthy, because they write the same document; only speed depends on it.
 */
export type Affinity = 'none' | 'organization';

/** One process of the platform. Ports, addresses, keys, the start order and test platforms are derived from it. */
export interface ProcessEntry {
  /** The folder of its package, relative to the root of the repository. */
  readonly folder: string;
  /** The packages of the contract that it serves over gRPC. A process that serves none is an edge of the platform. */
  readonly serves: readonly string[];
  /** Its listeners, in addition to gRPC and the admin port. */
  readonly listeners: readonly string[];
  /** The servers that it needs, in addition to NATS. */
  readonly needs: readonly ('mongodb' | 'storage')[];
  /** True if it publishes or receives events or broadcasts. */
  readonly usesNats: boolean;
  /** The services that it calls. */
  readonly calls: readonly ServiceName[];
  /** The edges to whose listeners it forwards requests. They accept its tokens as services do. */
  readonly forwards: readonly ProcessName[];
  /** How callers select one of its replicas. */
  readonly affinity: Affinity;
  /** True if other services trust its statement about the calling user. All other processes can only call as themselves. */
  readonly vouchesForUsers: boolean;
}

const entries = {
  'identity-org': {
    folder: 'services/identity-org',
    serves: ['assay.identity.v1', 'assay.organizations.v1', 'assay.audit.v1'],
    listeners: [],
    needs: ['mongodb'],
    usesNats: true,
    calls: [],
    forwards: [],
    affinity: 'none',
    vouchesForUsers: true,
  },
  'projects-files': {
    folder: 'services/projects-files',
    serves: [
      'assay.projects.v1',
      'assay.files.v1',
      'assay.folders.v1',
      'assay.comments.v1',
      'assay.workflows.v1',
      'assay.inputdata.v1',
    ],
    listeners: ['upload'],
    needs: ['mongodb', 'storage'],
    usesNats: true,
    calls: ['identity-org'],
    forwards: [],
    affinity: 'none',
    vouchesForUsers: false,
  },
  datasets: {
    folder: 'services/datasets',
    serves: ['assay.datasets.v1', 'assay.dataplatform.v1'],
    listeners: [],
    needs: ['mongodb', 'storage'],
    usesNats: true,
    calls: ['identity-org', 'projects-files'],
    forwards: [],
    affinity: 'none',
    vouchesForUsers: false,
  },
  verification: {
    folder: 'services/verification',
    serves: ['assay.catalog.v1', 'assay.contexts.v1', 'assay.runs.v1', 'assay.evidence.v1'],
    listeners: [],
    needs: ['mongodb', 'storage'],
    usesNats: true,
    calls: ['identity-org', 'projects-files', 'billing'],
    forwards: [],
    affinity: 'none',
    vouchesForUsers: false,
  },
  billing: {
    folder: 'services/billing',
    serves: ['assay.billing.v1'],
    listeners: [],
    needs: ['mongodb'],
    usesNats: true,
    calls: ['identity-org'],
    forwards: [],
    affinity: 'organization',
    vouchesForUsers: false,
  },
  'crowd-webhooks': {
    folder: 'services/crowd-webhooks',
    serves: ['assay.webhooks.v1', 'assay.crowd.v1'],
    listeners: [],
    needs: ['mongodb'],
    usesNats: true,
    calls: ['identity-org', 'projects-files', 'datasets', 'verification', 'billing'],
    forwards: [],
    affinity: 'none',
    vouchesForUsers: false,
  },
  gateway: {
    folder: 'gateway',
    serves: [],
    listeners: ['http'],
    needs: [],
    usesNats: true,
    calls: ['identity-org', 'projects-files', 'datasets', 'verification', 'billing', 'crowd-webhooks'],
    forwards: ['mcp'],
    affinity: 'none',
    vouchesForUsers: true,
  },
  mcp: {
    folder: 'services/mcp',
    serves: [],
    listeners: ['endpoint'],
    needs: [],
    usesNats: false,
    calls: ['identity-org', 'projects-files', 'datasets', 'verification', 'billing', 'crowd-webhooks'],
    forwards: [],
    affinity: 'none',
    vouchesForUsers: true,
  },
} as const satisfies Readonly<Record<string, Untyped>>;

/** An entry before the names of all processes are known. */
type Untyped = Omit<ProcessEntry, 'calls' | 'forwards'> & {
  calls: readonly string[];
  forwards: readonly string[];
};

type Entries = typeof entries;

export type ProcessName = keyof Entries;

/** A process that serves rpcs. */
export type ServiceName = {
  [P in ProcessName]: Entries[P]['serves'] extends readonly [] ? never : P;
}[ProcessName];

/** A process that accepts internal tokens: a service, or an edge to which another edge forwards requests. */
export type AudienceName = ServiceName | Entries[ProcessName]['forwards'][number];

/** A listener of a process, in addition to gRPC and the admin port. */
export type Listener<P extends ProcessName> = Entries[P]['listeners'][number];

export const processes: Readonly<Record<ProcessName, ProcessEntry>> = entries;

export const processNames = Object.keys(entries) as readonly ProcessName[];

/** Creates a value for each process. */
export function perProcess<T>(create: (name: ProcessName) => T): Record<ProcessName, T> {
  return Object.fromEntries(processNames.map((name) => [name, create(name)])) as Record<ProcessName, T>;
}

export const serviceNames = processNames.filter(servesRpcs);

/** Returns true if a process serves rpcs. The others are the edges of the platform, which start last and stop first. */
export function servesRpcs(name: ProcessName): name is ServiceName {
  return processes[name].serves.length > 0;
}

/** Returns the process that serves a gRPC service, such as `assay.organizations.v1.MembersService`. Throws for an unknown one. */
export function findProcess(serviceTypeName: string): ServiceName {
  const contractPackage = serviceTypeName.slice(0, serviceTypeName.lastIndexOf('.'));
  const name = serviceNames.find((service) => processes[service].serves.includes(contractPackage));
  if (name === undefined) throw new TypeError(`no process serves ${serviceTypeName}`);
  return name;
}

/** Returns the environment variable with the address of a service, such as `IDENTITY_ORG_ADDRESS`. */
export function addressVariable(name: ServiceName): string {
  return `${upperSnakeCase(name)}_ADDRESS`;
}

/** Returns the environment variable with the URL of a listener, such as `PROJECTS_FILES_UPLOAD_URL`. */
export function listenerVariable(name: ProcessName, listener: string): string {
  return `${upperSnakeCase(name)}_${upperSnakeCase(listener)}_URL`;
}

function upperSnakeCase(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}
