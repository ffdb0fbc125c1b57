import type { LocalConfig } from '../config.ts';
import type { Guardian } from '../processes/guardian.ts';
import type { RestartableProcess } from '../processes/restartable-process.ts';
import type {
  NatsPasswords,
  ReportProgress,
  S3Keys,
  ServerDefinition,
  ServerName,
  Source,
} from './definition.ts';
import type { Toolbox } from './toolbox.ts';

export interface ServerProgress {
  readonly server: string;
  /** `resolved` says which server was taken, `working` is one line of a long step, `ready` or `absent` ends the work. */
  readonly kind: 'resolved' | 'notice' | 'working' | 'ready' | 'absent';
  readonly line: string;
}

export interface RunningServer extends RestartableProcess {
  readonly port: number;
}

export interface StartedServer {
  readonly name: ServerName;
  readonly source: Source;
  /** Undefined when somebody else runs it, or nobody. */
  readonly running: RunningServer | undefined;
}

export interface StartServerOptions {
  readonly config: LocalConfig;
  /** `persistent` keeps documents on disk; `ephemeral` forgets everything when it stops. */
  readonly mode: 'persistent' | 'ephemeral';
  /** Gets the folders `data/<server>` and `logs`. */
  readonly stateDir: string;
  readonly guardian: Guardian;
  readonly onProgress: (progress: ServerProgress) => void;
  /** Ends long steps, such as builds. */
  readonly signal?: AbortSignal;
  readonly s3Keys: S3Keys;
  /** Undefined: NATS accepts everybody. */
  readonly natsPasswords?: NatsPasswords | undefined;
  readonly containers: ContainerBackend;
  /** Shared by servers that start together. */
  readonly toolbox?: Toolbox;
  /** What is being built for the servers that start together, by its name. */
  readonly underway?: Map<string, Promise<string>>;
}

export type ContainerOptions = Omit<StartServerOptions, 'containers'> & {
  report: ReportProgress;
};

/** Whether a container of an image can be started; `why` not is missing where nothing runs containers at all. */
export type ImageAvailability = { readonly isHere: true } | { readonly isHere: false; readonly why?: string };

/** Runs the image of a server. The tests bring another one that runs containers their own way. */
export interface ContainerBackend {
  /** Pulls the image where it is missing; what cannot be pulled is an answer. */
  provide(image: string, options: ContainerOptions): Promise<ImageAvailability>;
  start(definition: ServerDefinition, options: ContainerOptions): Promise<RunningServer>;
}
