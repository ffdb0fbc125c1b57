import type { Toolset } from './tool.ts';
import { identity } from './toolsets/identity.ts';
import { projects } from './toolsets/projects.ts';

/** All tools, in the order in which `tools/list` shows them. */
export const toolsets: readonly Toolset[] = [identity, projects];
