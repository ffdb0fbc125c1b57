import type { LaunchPlan } from '../process-handle.ts';

export type ServerName = 'mongodb' | 'nats' | 's3' | 'redis';

export type Source = 'environment' | 'path' | 'docker' | 'embedded' | 'none';

/** Says what a long step is doing: a short line, replaced by the next one. */
export type ReportProgress = (line: string) => void;

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface LaunchContext {
  port: number;
  /** Exists, belongs to this server alone. */
  dataDir: string;
  persistent: boolean;
  s3Keys: S3Keys;
}

export interface ContainerPlan {
  image: string;
  innerPort: number;
  /** Where the image keeps its data. */
  innerDataDir: string;
  command: readonly string[];
  environment: Record<string, string>;
  /** Files the container needs, by their path inside. */
  files: Record<string, string>;
}

export interface ToolBuild {
  toolCache: string;
  environment: Record<string, string>;
  report: ReportProgress;
  /** Ends the build. */
  signal: AbortSignal;
}

export interface ServerDefinition {
  name: ServerName;
  label: string;
  /** The environment variable that names a server somebody else runs. */
  variable: string;
  binary: string;
  /** Why a binary found on the PATH does not serve, or undefined when it does. */
  objection?: (binary: string) => Promise<string | undefined>;
  launch: (binary: string, context: LaunchContext) => Promise<LaunchPlan>;
  container: (context: LaunchContext) => ContainerPlan;
  embedded?: {
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
  ready: (context: LaunchContext, signal: AbortSignal) => Promise<void>;
}
