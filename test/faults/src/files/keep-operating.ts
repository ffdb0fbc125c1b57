import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import {
  createComment,
  deleteComment,
  deleteFile,
  updateComment,
  updateFile,
  uploadFile,
} from './file-operations.ts';
import {
  createFolder,
  createProject,
  deleteFolder,
  deleteProject,
  readList,
  updateFolder,
} from './project-operations.ts';

type Operation = (client: Client, tag: string) => Promise<void>;

/** How often each is chosen of a hundred times. */
const mixture: readonly (readonly [number, Operation])[] = [
  [30, uploadFile],
  [14, updateFile],
  [7, deleteFile],
  [9, createComment],
  [5, updateComment],
  [3, deleteComment],
  [9, createFolder],
  [7, updateFolder],
  [4, deleteFolder],
  [3, createProject],
  [2, deleteProject],
  [7, readList],
];
const choices = mixture.flatMap(([share, operation]) => Array<Operation>(share).fill(operation));
const longestPauseMs = 250;

/** One operation after the other, for as long as `next` gives each a name. */
export async function keepOperating(client: Client, next: () => string | undefined): Promise<void> {
  for (let tag = next(); tag !== undefined; tag = next()) {
    await client.random.pick(choices)?.(client, tag);
    await pause(client.random.below(longestPauseMs));
  }
}
