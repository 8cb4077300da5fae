import * as z from 'zod/mini';
import { givenSchema } from '#src/members/rules/account-fields.wire.ts';
import { userSchema } from '#src/page/session/user.wire.ts';

/** `data` of a GET of `handover` */
export const handOverTokenSchema = z.object({ token: z.string() });

/** A POST of `handover` */
export const handOverSchema = z.object({ token: givenSchema });

/** `data` of a POST of `handover` */
export const handedSessionSchema = z.object({ user: userSchema, token: z.string() });
export type HandedSession = z.infer<typeof handedSessionSchema>;
