import { Comment } from '@assay/proto/comments/v1/comment';
import { CreateCommentRequest, UpdateCommentRequest } from '@assay/proto/comments/v1/comments_service';
import { Folder } from '@assay/proto/folders/v1/folder';
import { CreateFolderRequest, UpdateFolderRequest } from '@assay/proto/folders/v1/folders_service';
import { sample } from '../sample.ts';
import { createdAt, ids, updatedAt } from './values.ts';

/** Samples of folders and comments. */
export const folderSamples = [
  sample(Folder, {
    id: ids.folder,
    organizationId: ids.organization,
    projectId: ids.project,
    name: 'From readers',
    createdById: ids.user,
    createdAt,
    updatedAt,
  }),
  sample(CreateFolderRequest, { name: 'From readers' }),
  sample(UpdateFolderRequest, { name: 'From readers, checked' }),
  sample(Comment, {
    id: ids.comment,
    projectId: ids.project,
    fileId: ids.file,
    text: 'The crane was taken down in May: this is older than it says.',
    time: '83.4',
    edited: false,
    authorId: ids.user,
    authorName: 'Ada Lovelace',
    createdAt,
    updatedAt,
  }),
  sample(CreateCommentRequest, {
    text: 'The crane was taken down in May: this is older than it says.',
    time: '83.4',
  }),
  sample(UpdateCommentRequest, { text: 'The crane was taken down in April.' }),
];
