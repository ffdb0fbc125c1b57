import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import type { ContextRef, VerificationContext } from './verification-context.ts';

/** A context of a project of the caller's organization. NOT_FOUND otherwise. */
export async function getContext(
  { contexts }: Pick<Deps, 'contexts'>,
  { organizationId }: CallContext,
  ref: ContextRef,
): Promise<VerificationContext> {
  const context = await contexts.find(organizationId, ref);
  if (context === undefined) throw notFound('verification context');
  return context;
}

/** Contexts of one project or, where none is named, of the organization, newest first. NOT_FOUND for an unknown project. */
export async function listContexts(
  { contexts, projectFiles }: Pick<Deps, 'contexts' | 'projectFiles'>,
  call: CallContext,
  { projectId, ...page }: Page & { readonly projectId: string },
): Promise<PageOf<VerificationContext>> {
  const { organizationId } = call;
  if (projectId === '') return contexts.list({ organizationId }, page);
  await projectFiles.checkProject(call, projectId);
  return contexts.list({ organizationId, projectId }, page);
}
