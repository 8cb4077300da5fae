import * as z from 'zod';
import type { HashCost } from '#src/members/password/password-hash.server.ts';
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts';
import { startWeb, type TestWeb, type WireResponse } from './start-web.ts';

/** How a call is made. */
export interface CallOptions {
  token?: string;
  language?: string;
  /** The real peer. */
  address?: string;
  query?: Record<string, string>;
  userAgent?: string;
  /** What the browser keeps, as a `Cookie` header. */
  cookie?: string;
}

const replySchema = z.object({
  success: z.boolean(),
  code: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  available: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
const userSchema = z.looseObject({ id: z.string(), pseudo: z.string().nullable(), email: z.string() });
const signedInSchema = z.object({ user: userSchema, token: z.string() });

export interface MemberReply extends z.infer<typeof replySchema> {
  status: number;
  headers: Headers;
}

/** A web process with everything for members, and the words to call it in. */
export interface TestMembers extends AsyncDisposable {
  readonly web: TestWeb;
  /** Null without mail. */
  readonly sink: SmtpSink | null;
  get(endpoint: string, options?: CallOptions): Promise<MemberReply>;
  post(endpoint: string, body?: unknown, options?: CallOptions): Promise<MemberReply>;
  remove(endpoint: string, body?: unknown, options?: CallOptions): Promise<MemberReply>;
  /** Registers somebody without mail, who is signed in at once. */
  join(username: string | null, more?: object): Promise<z.infer<typeof signedInSchema>>;
}

export const PASSWORD = 'marée haute 1998';

export async function startMembers(
  options: {
    mail?: boolean;
    refuse?: (address: string) => number;
    logLevel?: string;
    environment?: Record<string, string>;
    passwordCost?: HashCost;
    /** How long a call of a provider may take. */
    providerSeconds?: number;
    station?: NonNullable<Parameters<typeof startWeb>[0]>['station'];
    writeStation?: (stationDir: string) => Promise<void>;
    purgePages?: NonNullable<Parameters<typeof startWeb>[0]>['purgePages'];
  } = {},
): Promise<TestMembers> {
  await using opening = new AsyncDisposableStack();
  const sink = options.mail
    ? opening.use(await startSmtpSink(options.refuse && { refuse: options.refuse }))
    : null;
  const web = opening.use(
    await startWeb({
      environment: {
        TRUST_PROXY: '1',
        ...options.environment,
        ...(sink && { SMTP_URL: sink.url, MAIL_FROM: 'radio@example.org' }),
      },
      ...(options.logLevel && { logLevel: options.logLevel }),
      ...(options.passwordCost && { passwordCost: options.passwordCost }),
      ...(options.providerSeconds && { providerSeconds: options.providerSeconds }),
      ...(options.station && { station: options.station }),
      ...(options.writeStation && { writeStation: options.writeStation }),
      ...(options.purgePages && { purgePages: options.purgePages }),
    }),
  );
  const call = async (method: string, endpoint: string, body: unknown, how: CallOptions) => {
    const headers: Record<string, string> = { 'x-language': how.language ?? 'en' };
    if (how.token) headers.authorization = `Bearer ${how.token}`;
    if (how.address) headers['x-forwarded-for'] = how.address;
    if (how.userAgent) headers['user-agent'] = how.userAgent;
    if (how.cookie) headers.cookie = how.cookie;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    return read(
      await web.call(endpoint, how.query, { method, headers, ...(body !== undefined && { body: sent }) }),
    );
  };
  const members: Omit<TestMembers, typeof Symbol.asyncDispose> = {
    web,
    sink,
    get: (endpoint, how = {}) => call('GET', endpoint, undefined, how),
    post: (endpoint, body, how = {}) => call('POST', endpoint, body, how),
    remove: (endpoint, body, how = {}) => call('DELETE', endpoint, body, how),
    async join(username, more = {}) {
      const body = { ...registration(username), ...more };
      const reply = await members.post('register', body);
      if (!reply.success) throw new Error(`register is answered with ${reply.status}: ${reply.error}`);
      return signedInSchema.parse(reply.data);
    },
  };
  const resources = opening.move();
  return { ...members, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** A valid registration body. */
export function registration(username: string | null, email = `${username ?? 'nobody'}@example.org`) {
  return {
    firstName: 'Zoé',
    lastName: 'Durand',
    pseudo: username,
    email,
    password: PASSWORD,
    clientPreferences: { language: 'de', streamId: 'club', theme: 'dark', device: 'dev_1a2b' },
  };
}

/** What stands in a reply's `data` for somebody who has signed in. */
export function signedIn(reply: MemberReply): z.infer<typeof signedInSchema> {
  return signedInSchema.parse(reply.data);
}

/** The token in a mail's link. */
export function tokenOf(text: string): string {
  const token = /[?&]token=([A-Za-z0-9_-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error('There is no link with a token in this mail.');
  return token;
}

function read({ status, headers, body }: WireResponse): MemberReply {
  return { ...replySchema.parse(body), status, headers };
}
