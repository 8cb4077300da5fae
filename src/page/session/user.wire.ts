import * as z from 'zod/mini';

const textOrNull = z._default(z.nullable(z.string()), null);

/**
 * The user as every reply has it; read also where a program in between leaves out or changes what is no use
 * to it [A85].
 */
export const userSchema = z.object({
  id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  email: z.string(),
  first_name: textOrNull,
  last_name: textOrNull,
  pseudo: textOrNull,
  /** Address; '' when there is none. */
  profile_picture: z.pipe(
    z.nullish(z.string()),
    z.transform((address) => address ?? ''),
  ),
  /** ISO 8601: member since; '' when that is not said. */
  created_at: z._default(z.string(), ''),
  email_verified: z._default(z.boolean(), false),
});
export type User = z.infer<typeof userSchema>;

/** The user of a reply that need not have one. */
export const userOrNullSchema = z.catch(z.nullable(userSchema), null);
