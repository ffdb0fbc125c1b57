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
import { readThumbnail, retryEnrichment } from './reading-operations.ts';
import { uploadInParts } from './upload-operations.ts';

type Operation = (client: Client, tag: string) => Promise<void>;

/** How often each is chosen of a hundred times. */
const mixture: readonly (readonly [number, Operation])[] = [
  [22, uploadFile],
  [10, uploadInParts],
  [11, updateFile],
  [9, deleteFile],
  [5, retryEnrichment],
  [4, readThumbnail],
  [6, createComment],
  [4, updateComment],
  [3, deleteComment],
  [7, createFolder],
  [6, updateFolder],
  [3, deleteFolder],
  [3, createProject],
  [2, deleteProject],
  [5, readList],
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
