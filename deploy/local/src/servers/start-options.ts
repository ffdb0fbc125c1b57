import type { LocalConfig } from '../config.ts';
import type { Guardian } from '../guardian.ts';
import type { RestartableProcess } from '../restartable-process.ts';
import type { ReportProgress, S3Keys, ServerDefinition, ServerName, Source } from './definition.ts';

export interface ServerNews {
  server: string;
  /** `resolved` says which server was taken, `working` is one line of a long step, `ready` or `absent` ends the work. */
  kind: 'resolved' | 'notice' | 'working' | 'ready' | 'absent';
  line: string;
}

export interface RunningServer extends RestartableProcess {
  port: number;
}

export interface StartedServer {
  name: ServerName;
  source: Source;
  /** Undefined when somebody else runs it, or nobody. */
  running: RunningServer | undefined;
}

export interface StartServerOptions {
  config: LocalConfig;
  /** `persistent` keeps documents on disk; `ephemeral` forgets everything when it stops. */
  mode: 'persistent' | 'ephemeral';
  /** Gets the folders `data/<server>` and `logs`. */
  stateDir: string;
  guardian: Guardian;
  onProgress: (news: ServerNews) => void;
  /** Ends long steps, such as builds. */
  signal?: AbortSignal;
  s3Keys: S3Keys;
  containers: ContainerBackend;
}

export type ContainerOptions = Omit<StartServerOptions, 'containers'> & { report: ReportProgress };

/** Runs the image of a server. The tests bring another one that runs containers their own way. */
export interface ContainerBackend {
  works(): Promise<boolean>;
  start(definition: ServerDefinition, options: ContainerOptions): Promise<RunningServer>;
}
