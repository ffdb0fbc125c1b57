import { readConfig } from '@assay/chassis/config';
import type { Clock } from '@assay/chassis/clock';
import { DomainError } from '@assay/chassis/errors';
import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { bootService } from '@assay/chassis/process/boot/boot-service';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { PlaceHoldRequest } from '@assay/proto/billing/v1/billing_service';
import { PrivacyLevel } from '@assay/proto/files/v1/file';
import {
  CreateWorkLinksResponse,
  ListWorkFilesResponse,
  WorkAudience,
  WorkFilesServiceService,
  WorkLinkState,
} from '@assay/proto/files/v1/work_files_service';
import type { CreateWorkLinksRequest, ListWorkFilesRequest } from '@assay/proto/files/v1/work_files_service';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import { GetProjectResponse, ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { Artifact } from '@assay/proto/runs/v1/run';
import { StageMapsServiceService } from '@assay/proto/runs/v1/stage_maps_service';
import type { ListStageMapsRequest } from '@assay/proto/runs/v1/stage_maps_service';
import type { TestPlatform } from '@assay/test-kit/test-platform';
import { createUnimplementedRpcs } from '@assay/test-kit/unimplemented-rpcs';

/** A project that no organization has. */
export const unknownProjectId = 'unknown0000000000000000a';

/** A mail that was requested. */
export interface Notice {
  readonly id: string;
  readonly organizationId: string;
  readonly userIds: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Starts the parts of projects-files and identity-org that the service calls. Mails are recorded. */
export async function startNeighbours(platform: TestPlatform, clock: Clock) {
  const notices: Notice[] = [];
  const missingProjects = new Set([unknownProjectId]);
  const record = (_deps: unknown, _call: unknown, request: Notice) => {
    notices.push(request);
    return Promise.resolve({});
  };
  const contacts = { ...createUnimplementedRpcs(ContactsServiceService), notifyMembers: record };
  const projects = {
    ...createUnimplementedRpcs(ProjectsServiceService),
    getProject: (_deps: unknown, _call: unknown, { projectId: id }: { readonly projectId: string }) => {
      if (!missingProjects.has(id)) {
        const times = { createdAt: clock.now(), updatedAt: clock.now() };
        return Promise.resolve(GetProjectResponse.fromPartial({ project: { id, ...times } }));
      }
      throw new DomainError('NOT_FOUND', 'PROJECT_NOT_FOUND', 'project not found');
    },
  };
  const missingFiles = new Set<string>();
  const privateFiles = new Set<string>();
  const workFiles = createWorkFilesRpcs({ clock, missingFiles, privateFiles });
  const identity = await boot(platform, clock, {
    name: 'identity-org',
    rpcs: [serve(ContactsServiceService, {}, contacts)],
  });
  const files = await boot(platform, clock, {
    name: 'projects-files',
    rpcs: [serve(ProjectsServiceService, {}, projects), serve(WorkFilesServiceService, {}, workFiles)],
  });
  const stageMaps = new Map<string, readonly Artifact[]>();
  const verification = await boot(platform, clock, {
    name: 'verification',
    rpcs: [serve(StageMapsServiceService, {}, createStageMapsRpcs(stageMaps))],
  });
  const holds: PlaceHoldRequest[] = [];
  const billing = await boot(platform, clock, {
    name: 'billing',
    rpcs: [serve(BillingServiceService, {}, createBillingRpcs(holds))],
  });
  return {
    notices,
    holds,
    missingProjects,
    shown: { missingFiles, privateFiles, stageMaps },
    environment: {
      // No test of this service needs datasets.
      DATASETS_ADDRESS: '127.0.0.1:9',
      VERIFICATION_ADDRESS: verification.grpcAddress ?? '',
      BILLING_ADDRESS: billing.grpcAddress ?? '',
      IDENTITY_ORG_ADDRESS: identity.grpcAddress ?? '',
      PROJECTS_FILES_ADDRESS: files.grpcAddress ?? '',
    },
    async stop() {
      await Promise.all([identity.stop(), files.stop(), verification.stop(), billing.stop()]);
    },
  };
}

interface Files {
  readonly clock: Clock;
  readonly missingFiles: ReadonlySet<string>;
  readonly privateFiles: ReadonlySet<string>;
}

/** Serves every file as a public image, unless a test says otherwise. */
function createWorkFilesRpcs({ clock, missingFiles, privateFiles }: Files) {
  const find = (fileIds: readonly string[]) => fileIds.filter((id) => !missingFiles.has(id));
  return {
    ...createUnimplementedRpcs(WorkFilesServiceService),
    listWorkFiles: (_deps: unknown, _call: unknown, { fileIds }: ListWorkFilesRequest) => {
      const privacyLevel = (id: string) =>
        privateFiles.has(id) ? PrivacyLevel.PRIVATE : PrivacyLevel.PUBLIC;
      const files = find(fileIds).map((id) => ({ id, name: `${id}.png`, privacyLevel: privacyLevel(id) }));
      const missingFileIds = fileIds.filter((id) => missingFiles.has(id));
      return Promise.resolve(ListWorkFilesResponse.fromPartial({ files, missingFileIds }));
    },
    prepareRenditions: () => Promise.resolve({}),
    createWorkLinks: (_deps: unknown, _call: unknown, { fileIds, audience }: CreateWorkLinksRequest) => {
      const isClosed = (id: string) => audience === WorkAudience.OUTSIDERS && privateFiles.has(id);
      const expiresAt = new Date(clock.now().getTime() + 900_000);
      const links = find(fileIds).map((fileId) => ({
        fileId,
        state: isClosed(fileId) ? WorkLinkState.NOT_PUBLIC : WorkLinkState.READY,
        presignedUrl: { url: `https://files/${fileId}`, expiresAt },
        mimeType: 'image/png',
      }));
      return Promise.resolve(CreateWorkLinksResponse.fromPartial({ links }));
    },
  };
}

/** Serves the maps of stages, by the id of the stage. */
function createStageMapsRpcs(stageMaps: ReadonlyMap<string, readonly Artifact[]>) {
  return {
    listStageMaps: (_deps: unknown, _call: unknown, { stageId }: ListStageMapsRequest) => {
      const maps = stageMaps.get(stageId);
      if (maps === undefined) throw new DomainError('NOT_FOUND', 'RUN_NOT_FOUND', 'run not found');
      return Promise.resolve({ maps: [...maps] });
    },
  };
}

/** Records holds. The balance is 1,000 euros, and a hold of more is refused. */
function createBillingRpcs(holds: PlaceHoldRequest[]) {
  const account = {
    organizationId: '',
    availableCents: 100_000,
    heldCents: 0,
    spentCents: 0,
    fundedCents: 100_000,
  };
  return {
    ...createUnimplementedRpcs(BillingServiceService),
    placeHold: (_deps: unknown, _call: unknown, request: PlaceHoldRequest) => {
      if (request.amountCents > account.availableCents) {
        throw new DomainError('FAILED_PRECONDITION', 'INSUFFICIENT_BALANCE', 'The balance is too low.');
      }
      holds.push(request);
      return Promise.resolve({ account });
    },
    releaseHold: () => Promise.resolve({ account }),
    confirmHold: () => Promise.resolve({}),
    getBalance: () => Promise.resolve({ account }),
  };
}

async function boot(
  platform: TestPlatform,
  clock: Clock,
  { name, rpcs }: { readonly name: string; readonly rpcs: readonly ServedService[] },
) {
  const definition = { name, indexes: {}, compose: () => ({ rpcs }) };
  const config = readConfig(baseSettings, platform.environment(name));
  await prepareService(definition, config);
  return bootService(definition, config, { clock });
}
