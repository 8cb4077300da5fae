import * as z from 'zod/mini';
import { CallError } from './call-error.ts';

const successSchema = z.object({ success: z.literal(true), data: z.optional(z.unknown()) });
/** What stands there in another form is passed over: the rest still says that the call was refused. */
const saying = z.catch(z.optional(z.string()), undefined);
const failureSchema = z.object({
  success: z.optional(z.unknown()),
  error: saying,
  /** What some say instead of an error. */
  message: saying,
  code: saying,
  fields: z.catch(z.optional(z.record(z.string(), z.string())), undefined),
});

/**
 * The payload of a wire reply: its `data`, or the reply itself where it has none: the wire names some fields
 * at top level, and sends bare arrays. Where nothing of it is read it has to say that the call succeeded.
 * @throws {CallError} when the server refused, or the reply does not fit the schema
 */
export function readReply<T>(reply: unknown, schema: z.ZodMiniType<T>, status: number): T {
  const failure = failureSchema.safeParse(reply);
  const { success: isDone, error } = failure.data ?? {};
  const saysNo = isDone === false || (isDone === undefined && error !== undefined);
  if (saysNo || status >= 400) {
    const { message, code = 'refused', fields } = failure.data ?? {};
    // What stands between here and a server in trouble speaks to no listener.
    const words = saysNo || status < 500 ? (error ?? message) : '';
    throw new CallError(words ?? '', { code, fields, status });
  }
  const success = successSchema.safeParse(reply);
  const data = success.success ? success.data.data : reply;
  const payload = schema.safeParse(data);
  if (payload.success && payload.data === undefined && !success.success)
    throw new CallError('', { code: 'refused', status });
  if (payload.success) return payload.data;
  const whole = data === undefined ? schema.safeParse(reply) : payload;
  if (whole.success) return whole.data;
  throw new CallError(
    'The answer has an unknown form.',
    { code: 'unreadable_answer', status },
    { cause: payload.error },
  );
}
