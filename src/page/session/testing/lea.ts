import type { User } from '#src/page/session/user.wire.ts';

/** A member whose account lacks nothing. */
export const LEA: User = {
  id: '7',
  email: 'lea@example.org',
  first_name: 'Léa',
  last_name: 'Martin',
  pseudo: 'lea_m',
  profile_picture: '',
  created_at: '2026-01-02T03:04:05Z',
  email_verified: true,
};
