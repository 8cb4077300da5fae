import * as z from 'zod/mini';
import { givenSchema, ruledText } from '#src/members/rules/account-fields.wire.ts';
import { EMAIL_MAX } from '#src/members/rules/account-rules.ts';

const givenEmailSchema = ruledText((text) => {
  if (text === '') return 'required';
  return text.length > EMAIL_MAX ? 'email_invalid' : null;
});

/** `login`: no rule but that both are there, since older rules may have let others in. */
export const loginSchema = z.object({ email: givenEmailSchema, password: givenSchema });
