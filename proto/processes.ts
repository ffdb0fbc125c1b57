/**
 * `none`: whichever has less to do. `organization`: calls about one organization go to one replica while it lives, since
 * their writes meet on one document; nothing but speed depends on it.
 */
export type Affinity = 'none' | 'organization';

/** One process of the platform. Ports, addresses, keys, the order of the start and test platforms follow from it. */
export interface ProcessEntry {
  /** The folder of its package, from the root of the repository. */
  readonly folder: string;
  /** The packages of the contract it serves over gRPC; a process that serves none is an edge of the platform. */
  readonly serves: readonly string[];
  /** What it listens on besides gRPC and its admin port. */
  readonly listeners: readonly string[];
  /** The servers it needs besides NATS, which all of them have. */
  readonly needs: readonly ('mongodb' | 'storage')[];
  /** Whose rpcs it calls. */
  readonly calls: readonly ServiceName[];
  /** Which of its replicas a call goes to. */
  readonly affinity: Affinity;
  /** Whether others take its word about the person who is calling; any other may only speak for itself. */
  readonly vouchesForUsers: boolean;
}

const entries = {
  'identity-org': {
    folder: 'services/identity-org',
    serves: ['assay.identity.v1', 'assay.organizations.v1', 'assay.audit.v1'],
    listeners: [],
    needs: ['mongodb'],
    calls: [],
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
    calls: ['identity-org'],
    affinity: 'none',
    vouchesForUsers: false,
  },
  verification: {
    folder: 'services/verification',
    serves: ['assay.catalog.v1', 'assay.contexts.v1', 'assay.runs.v1', 'assay.evidence.v1'],
    listeners: [],
    needs: ['mongodb', 'storage'],
    calls: ['identity-org', 'projects-files', 'billing'],
    affinity: 'none',
    vouchesForUsers: false,
  },
  billing: {
    folder: 'services/billing',
    serves: ['assay.billing.v1'],
    listeners: [],
    needs: ['mongodb'],
    calls: ['identity-org'],
    affinity: 'organization',
    vouchesForUsers: false,
  },
  gateway: {
    folder: 'gateway',
    serves: [],
    listeners: ['http'],
    needs: [],
    calls: ['identity-org', 'projects-files', 'verification', 'billing'],
    affinity: 'none',
    vouchesForUsers: true,
  },
} as const satisfies Readonly<Record<string, Omit<ProcessEntry, 'calls'> & { calls: readonly string[] }>>;

type Entries = typeof entries;

export type ProcessName = keyof Entries;

/** A process that serves rpcs. */
export type ServiceName = {
  [P in ProcessName]: Entries[P]['serves'] extends readonly [] ? never : P;
}[ProcessName];

/** What a process listens on besides gRPC and its admin port. */
export type Listener<P extends ProcessName> = Entries[P]['listeners'][number];

export const processes: Readonly<Record<ProcessName, ProcessEntry>> = entries;

export const processNames = Object.keys(entries) as readonly ProcessName[];

export const serviceNames = processNames.filter(servesRpcs);

/** Whether a process serves rpcs; the others are the platform's edges, which are started last and stopped first. */
export function servesRpcs(name: ProcessName): name is ServiceName {
  return processes[name].serves.length > 0;
}

/** The process that serves a gRPC service, such as `assay.organizations.v1.MembersService`. Throws for an unknown one. */
export function findProcess(serviceTypeName: string): ServiceName {
  const contractPackage = serviceTypeName.slice(0, serviceTypeName.lastIndexOf('.'));
  const name = serviceNames.find((service) => processes[service].serves.includes(contractPackage));
  if (name === undefined) throw new TypeError(`no process serves ${serviceTypeName}`);
  return name;
}

/** The variable in which callers find the address of a service, such as `IDENTITY_ORG_ADDRESS`. */
export function addressVariable(name: ServiceName): string {
  return `${upperSnakeCase(name)}_ADDRESS`;
}

/** The variable in which callers find a listener, such as `PROJECTS_FILES_UPLOAD_URL`. */
export function listenerVariable(name: ProcessName, listener: string): string {
  return `${upperSnakeCase(name)}_${upperSnakeCase(listener)}_URL`;
}

function upperSnakeCase(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}
