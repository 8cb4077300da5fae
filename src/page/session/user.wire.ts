import * as z from 'zod/mini';

/** The user as every reply has it. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  pseudo: z.nullable(z.string()),
  /** Address; '' when there is none. */
  profile_picture: z.string(),
  /** ISO 8601: member since. */
  created_at: z.string(),
  email_verified: z.boolean(),
});
export type User = z.infer<typeof userSchema>;
