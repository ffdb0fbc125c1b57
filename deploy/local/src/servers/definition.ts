import type { LaunchPlan } from '../processes/process-handle.ts';
import type { ProcessName } from '@assay/proto/processes';
import type { Toolbox } from './toolbox.ts';

export type ServerName = 'mongodb' | 'nats' | 's3' | 'redis';

export type Source = 'environment' | 'path' | 'docker' | 'embedded' | 'none';

/** Says what a long step is doing: a short line, replaced by the next one. */
export type ReportProgress = (line: string) => void;

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The user of each process, and `operator`, who may do everything. */
export type NatsPasswords = Readonly<Record<ProcessName | 'operator', string>>;

export interface LaunchContext {
  readonly port: number;
  /** Exists, belongs to this server alone. */
  readonly dataDir: string;
  readonly persistent: boolean;
  readonly s3Keys: S3Keys;
  /** The passwords of the users of NATS. Undefined: NATS asks nobody. */
  readonly natsPasswords?: NatsPasswords | undefined;
}

export interface ContainerPlan {
  readonly image: string;
  readonly innerPort: number;
  /** Where the image keeps its data. */
  readonly innerDataDir: string;
  readonly command: readonly string[];
  readonly environment: Record<string, string>;
  /** Files the container needs, by their path inside. */
  readonly files: Record<string, string>;
}

export interface ToolBuild {
  readonly toolCache: string;
  readonly environment: Record<string, string>;
  readonly report: ReportProgress;
  readonly toolbox: Toolbox;
  /** What is being built for the servers that start together, by its name. */
  readonly underway: Map<string, Promise<string>>;
  /** Ends the build. */
  readonly signal: AbortSignal;
}

export type PlanLaunch = (context: LaunchContext) => Promise<LaunchPlan>;

export interface ServerDefinition {
  readonly name: ServerName;
  readonly label: string;
  /** The environment variable that names a server somebody else runs. */
  readonly variable: string;
  readonly binary: string;
  /** Why a binary found on the PATH does not serve, or undefined when it does. */
  readonly objection?: (binary: string) => Promise<string | undefined>;
  readonly launch: (binary: string, context: LaunchContext) => Promise<LaunchPlan>;
  readonly container: (context: LaunchContext) => ContainerPlan;
  readonly embedded?: {
    /** What it is and where it comes from, on this machine. */
    label: (toolbox: Toolbox) => Promise<string>;
    /** Whether this machine can have it at all; not given: every machine can. */
    isPossible?: (toolbox: Toolbox) => Promise<boolean>;
    /** Without it the platform still works, and says so with these words. */
    optional?: string;
    /** Fetches or builds what it needs, at once when that was done before. */
    prepare: (build: ToolBuild) => Promise<PlanLaunch>;
  };
  /** Rejects as long as the server does not answer in its own protocol. */
  readonly ready: (context: LaunchContext, signal: AbortSignal) => Promise<void>;
}
