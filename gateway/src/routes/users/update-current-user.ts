import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, shortName } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { toUser, userSchema } from './user-rest.ts';

// Language, script, region: every such tag is well-formed, which a pattern cannot say of longer ones.
const languageTag = '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$';

const body = Type.Object(
  {
    name: Type.Optional(shortName('For people.', 'Ada Lovelace')),
    locale: Type.Optional(
      Type.String({
        maxLength: 35,
        pattern: languageTag,
        description: 'Language, script, region, as in BCP 47.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ name: 'Ada Lovelace', locale: 'en-GB' }] },
);

export const updateCurrentUser: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'updateCurrentUser',
    tags: ['Users and API keys'],
    summary: 'Change the calling user',
    description: 'Fields that are not sent stay as they are.',
    body,
    response: { 200: described(userSchema.ref, 'The changed user.'), ...errors() },
  };
  app.patch('/v2/users/me', { schema }, async ({ call, body: given }) => {
    const request = { name: given.name ?? '', locale: given.locale ?? '', updateMask: Object.keys(given) };
    const { user } = await clients.users.updateCurrentUser(call, request);
    return toUser(user);
  });
};
