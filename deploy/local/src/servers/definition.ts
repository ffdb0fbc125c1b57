import type { LaunchPlan } from '../processes/process-handle.ts';

export type ServerName = 'mongodb' | 'nats' | 's3' | 'redis';

export type Source = 'environment' | 'path' | 'docker' | 'embedded' | 'none';

/** Says what a long step is doing: a short line, replaced by the next one. */
export type ReportProgress = (line: string) => void;

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface LaunchContext {
  readonly port: number;
  /** Exists, belongs to this server alone. */
  readonly dataDir: string;
  readonly persistent: boolean;
  readonly s3Keys: S3Keys;
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
  /** Ends the build. */
  readonly signal: AbortSignal;
}

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
    label: string;
    /** Whether this machine can have it at all; not given: every machine can. */
    isPossible?: (findBinary: (name: string) => string | undefined) => boolean;
    /** Without it the platform still works, and says so with these words. */
    optional?: string;
    /** Resolves to the path of the built tool, at once when it was built before. */
    build: (build: ToolBuild) => Promise<string>;
    launch: (tool: string, context: LaunchContext) => Promise<LaunchPlan>;
  };
  /** Rejects as long as the server does not answer in its own protocol. */
  readonly ready: (context: LaunchContext, signal: AbortSignal) => Promise<void>;
}
