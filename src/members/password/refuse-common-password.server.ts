import { WireError } from '#src/platform/wire/wire-error.ts';
import { isCommonPassword } from './common-passwords.server.ts';

/** @throws {WireError} `validation_failed` for a new password that is among the commonest */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password))
    throw new WireError('validation_failed', { fields: { password: 'password_common' } });
}
