import * as z from 'zod/mini';

/**
 * The user as every reply has it; read also where a program in between leaves out or changes what is no use
 * to it [A85].
 */
export const userSchema = z.object({
  id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  email: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  pseudo: z.nullable(z.string()),
  /** Address; '' when there is none. */
  profile_picture: z.pipe(
    z.nullish(z.string()),
    z.transform((address) => address ?? ''),
  ),
  /** ISO 8601: member since. */
  created_at: z.string(),
  email_verified: z._default(z.boolean(), false),
});
export type User = z.infer<typeof userSchema>;

/** The user of a reply that need not have one. */
export const userOrNullSchema = z.catch(z.nullable(userSchema), null);
