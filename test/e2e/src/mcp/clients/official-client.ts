export interface ToolAnswer {
  readonly isError?: boolean | undefined;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string }[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers field by field
  readonly structuredContent?: any;
}

/** A tool as a client lists it. */
export interface OfferedTool {
  readonly name: string;
  readonly outputSchema?: object | undefined;
}

/** A connected client of a published package. */
export interface OfficialClient {
  /** The protocol version that both sides agreed on. */
  readonly version: string | undefined;
  listTools(): Promise<readonly OfferedTool[]>;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
  readText(uri: string): Promise<string>;
  close(): Promise<void>;
}

export interface OfficialPackage {
  readonly title: string;
  /** The protocol version that the client agrees on with the endpoint. */
  readonly version: string;
  /** False when the package is not among the tools of this machine. */
  readonly isInstalled: boolean;
  /** True when the client declares the extension for tasks, and returns a run after it has ended. */
  readonly followsTasks?: boolean;
  readonly connect: (url: URL, key: string) => Promise<OfficialClient>;
}

/** The requirement of a client that is no package of the workspace. */
export const needs = 'needs the tools of .ci/run';

/** Returns the text of the first of the contents of a resource. */
export function readFirstText([content]: readonly object[]): string {
  if (content === undefined || !('text' in content)) throw new Error('the resource has no text');
  return String(content.text);
}
