import type { Toolset } from './tool.ts';
import { crowdsourcing } from './toolsets/crowdsourcing.ts';
import { dataPlatform } from './toolsets/data-platform.ts';
import { datasets } from './toolsets/datasets.ts';
import { identity } from './toolsets/identity.ts';
import { languageTechnology } from './toolsets/language-technology.ts';
import { projects } from './toolsets/projects.ts';
import { verification } from './toolsets/verification.ts';

/** All tools, in the order in which `tools/list` shows them. */
export const toolsets: readonly Toolset[] = [
  identity,
  projects,
  datasets,
  verification,
  dataPlatform,
  languageTechnology,
  crowdsourcing,
];
