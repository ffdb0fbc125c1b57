import { createHash } from 'node:crypto';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Channel } from '@assay/chassis/grpc/client';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { ApiKeysServiceService, CreateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import type { MailInbox } from '@assay/test-kit/servers/mail-inbox';
import { callByService } from '@assay/test-kit/test-platform';

export interface SealedOperationsOptions {
  readonly channel: Channel;
  /** Where invitations arrive. */
  readonly inbox: MailInbox;
  readonly seedKey: string;
}

/** Calls by which something is sealed or signed, and by which it is opened later. */
export interface SealedOperations {
  /** Makes one call, or two that belong together; never rejects. */
  perform(turn: number): Promise<void>;
  /** What is made from now on belongs to this generation. */
  begin(generation: number): void;
  /** Forgets what was made in earlier generations. */
  keepSince(generation: number): void;
  readonly failures: readonly string[];
  /** By operation, how often it opened something. */
  readonly opened: () => Readonly<Record<string, number>>;
  /** By operation, how often it opened what an earlier generation had made. */
  readonly openedLater: () => Readonly<Record<string, number>>;
  table(): string;
}

/** Something that can be opened again: `open` rejects, or throws, when it is not what it was. */
interface Sealed {
  readonly generation: number;
  readonly open: () => Promise<void>;
}

interface Kind {
  readonly name: string;
  readonly seal: () => Promise<Sealed['open']>;
  readonly sealed: Sealed[];
  opened: number;
  openedLater: number;
}

export async function createSealedOperations(options: SealedOperationsOptions): Promise<SealedOperations> {
  const admin = await callWithKey(options.channel, options.seedKey);
  const kinds = [
    kindOf('a repeated request', () => answerOnce(options, admin)),
    kindOf('an access token', () => issueToken(options, admin)),
    kindOf('a mailed link', () => mailLink(options, admin)),
  ];
  const failures: string[] = [];
  let generation = 0;

  async function sealAndOpen(kind: Kind): Promise<void> {
    // Of replicas of two generations either may seal it: it counts as of the earlier one.
    const made = { generation, open: await kind.seal() };
    await open(kind, made);
    kind.sealed.push(made);
  }

  async function open(kind: Kind, sealed: Sealed): Promise<void> {
    await sealed.open();
    kind.opened += 1;
    if (sealed.generation < generation) kind.openedLater += 1;
  }

  return {
    failures,
    async perform(turn) {
      const kind = kinds[turn % kinds.length];
      if (kind === undefined) return;
      const known = kind.sealed[Math.floor(Math.random() * kind.sealed.length)];
      const isOpening = known !== undefined && turn % 2 === 0;
      await (isOpening ? open(kind, known) : sealAndOpen(kind)).catch((error: unknown) => {
        failures.push(`${isOpening ? 'opening' : 'making'} ${kind.name}: ${String(error)}`);
      });
    },
    begin(next) {
      generation = next;
    },
    keepSince(earliest) {
      for (const { sealed } of kinds)
        sealed.splice(0, sealed.length, ...sealed.filter((made) => made.generation >= earliest));
    },
    opened: () => Object.fromEntries(kinds.map(({ name, opened }) => [name, opened])),
    openedLater: () => Object.fromEntries(kinds.map(({ name, openedLater }) => [name, openedLater])),
    table: () =>
      kinds
        .map(
          ({ name, opened, openedLater }) =>
            `${name.padEnd(20)} opened ${opened.toString()} times, ${openedLater.toString()} after a rotation`,
        )
        .join('\n'),
  };
}

function kindOf(name: string, seal: Kind['seal']): Kind {
  return { name, seal, sealed: [], opened: 0, openedLater: 0 };
}

async function callWithKey(channel: Channel, key: string): Promise<OutgoingCall> {
  const { authenticateApiKey } = channel.client(AuthenticationServiceService);
  const keySha256 = createHash('sha256').update(key).digest('hex');
  const { principal } = await authenticateApiKey(callByService('gateway'), { keySha256, organizationId: '' });
  if (principal === undefined) throw new Error('the key stands for nobody');
  const { organizationId, userId, role, credentialId, credentialKind, modules } = principal;
  const actor = { kind: 'user', userId, role, credentialId, credentialKind, modules } as const;
  return { organizationId, requestId: newId(), actor };
}

/** A key, which is shown once: a repeated request is answered from what was sealed. */
async function answerOnce(
  { channel }: SealedOperationsOptions,
  admin: OutgoingCall,
): Promise<Sealed['open']> {
  const { createApiKey } = channel.client(ApiKeysServiceService);
  const call = { ...admin, idempotencyKey: newId() };
  const request = CreateApiKeyRequest.fromPartial({ name: 'a key' });
  const create = async (): Promise<string> => (await createApiKey(call, request)).apiKeyWithSecret?.key ?? '';
  const key = await create();
  return async () => {
    const repeated = await create();
    if (key === '' || repeated !== key) throw new Error('another answer');
  };
}

async function issueToken(
  { channel }: SealedOperationsOptions,
  admin: OutgoingCall,
): Promise<Sealed['open']> {
  const { accessToken: token } = await channel.client(TokensServiceService).issueAccessToken(admin, {});
  const { authenticateBearerToken } = channel.client(AuthenticationServiceService);
  return async () => {
    const { organizationId } = admin;
    await authenticateBearerToken(callByService('gateway'), { token, organizationId });
  };
}

async function mailLink(
  { channel, inbox }: SealedOperationsOptions,
  admin: OutgoingCall,
): Promise<Sealed['open']> {
  const { invite, previewInvitation } = channel.client(InvitationsServiceService);
  const email = `${newId()}@example.org`;
  await invite(admin, { email, role: Role.USER });
  const { text = '' } = await inbox.mailTo(email);
  const [, invitationId = '', token = ''] = /(\w+)\/answer#token=([\w-]+)/u.exec(text) ?? [];
  return async () => {
    await previewInvitation(callByService('gateway'), { invitationId, token });
  };
}
