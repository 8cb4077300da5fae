import type { Transporter } from 'nodemailer';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { OutgoingMail } from './mail-queue.ts';

/**
 * The outcome of an attempt: `undeliverable`, no such mailbox; `refused`, not this mail, not now, or not from us;
 * `unreachable`, the server accepts nothing from us. `reason` holds codes alone, no address.
 */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'undeliverable' | 'refused' | 'unreachable'; reason: string };

/** Hands mails to a server. */
export interface MailTransport extends Disposable {
  /** `id` becomes the Message-ID: a mail sent twice under one id counts as one. */
  send(id: string, mail: OutgoingMail): Promise<SendOutcome>;
}

/** [W234] Time for connection, greeting and TLS: a server that looks callers up first greets late. */
const MAIL_GREETING_MS = MINUTE_MS;
/**
 * [W234] Time for an answer. A server that reads a mail before it takes it has ten minutes (RFC 5321 §4.5.3.2): who
 * hangs up sooner sends a mail again that has been taken.
 */
const MAIL_ANSWER_MS = 10 * MINUTE_MS;
/** [W218] Time for all answers until the server asks for the mail itself: nothing can have been taken by then. */
const MAIL_COMMANDS_MS = 3 * MINUTE_MS;

/** By SMTP. `from` gives `address` or `Name <address>`; `host` makes message ids the sender's own. */
export function createSmtpTransport(options: {
  smtpUrl: string;
  from: () => string;
  host: string;
  clock: Pick<Clock, 'after'>;
}): MailTransport {
  const isLocal = isThisMachine(options.smtpUrl);
  const requireTLS = needsTls(options.smtpUrl);
  const open = new Set<Transporter>();
  /** The library comes with the first mail: a radio may send none for days. */
  const connect = async (askedForMail: () => void) => {
    const { createTransport } = await import('nodemailer');
    const smtp = createTransport({
      url: options.smtpUrl,
      requireTLS,
      // Nobody certifies a machine to itself: Debian's Postfix offers a certificate that it has signed alone [W235].
      tls: { rejectUnauthorized: !isLocal },
      // Nor does it have to: one whose certificate's file is away offers STARTTLS, and then refuses it.
      opportunisticTLS: isLocal,
      connectionTimeout: MAIL_GREETING_MS,
      greetingTimeout: MAIL_GREETING_MS,
      socketTimeout: MAIL_ANSWER_MS,
    });
    smtp.use('stream', (mail, done) => {
      mail.message.processFunc((content) => content.once('resume', askedForMail));
      done();
    });
    open.add(smtp);
    return smtp;
  };
  return {
    async send(id, { to, replyTo, subject, text, html }) {
      const patience = new AbortController();
      using timer = options.clock.after(MAIL_COMMANDS_MS, () => patience.abort());
      let smtp: Transporter | null = null;
      let isUnderWay = false;
      try {
        smtp = await connect(() => {
          isUnderWay = true;
          timer[Symbol.dispose]();
        });
        await smtp.sendMail({
          signal: patience.signal,
          messageId: `<${id}@${options.host}>`,
          from: options.from(),
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { kind: 'sent' };
      } catch (error) {
        if (patience.signal.aborted) return { kind: 'unreachable', reason: 'ETIMEDOUT' };
        return failedOutcome(error, isUnderWay);
      } finally {
        if (smtp !== null) open.delete(smtp);
        smtp?.close();
      }
    },
    [Symbol.dispose]: () => {
      for (const smtp of open) smtp.close();
    },
  };
}

/**
 * A password crosses a network encrypted or not at all, even where the server (or an attacker in between)
 * offers no STARTTLS; `?requireTLS=false` at the end of the URL allows it. A server on this machine needs
 * none: nothing leaves the machine.
 */
function needsTls(smtpUrl: string): boolean {
  const { protocol, password } = new URL(smtpUrl);
  return protocol === 'smtp:' && password !== '' && !isThisMachine(smtpUrl);
}

function isThisMachine(smtpUrl: string): boolean {
  const { hostname } = new URL(smtpUrl);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/**
 * Enhanced codes of a mailbox that is not there (RFC 3463), or that no mail from here can reach (5.6.7, RFC 6531);
 * 5.4.1 is what Exchange Online says of one.
 */
const NO_MAILBOX = ['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.1', '5.6.7'];
/**
 * Replies that mean it by themselves (RFC 5321 §4.2.3), but for what servers without enhanced codes say of us with
 * them.
 */
const NO_MAILBOX_REPLIES = [501, 550, 551, 553];
const ABOUT_US = /relay|authenti|block|black|spam|policy|denied|reputation|spf|dkim|dmarc/i;

/** A connection that the server ended, or that broke. */
const ENDED = ['ECONNECTION', 'ESOCKET'];

/**
 * Permanent and temporary replies: RFC 5321 §4.2.1.
 * @param isUnderWay whether the server has asked for the mail itself
 */
function failedOutcome(error: unknown, isUnderWay: boolean): SendOutcome {
  const code = textOf(error, 'code');
  const command = textOf(error, 'command');
  const reply = Number(textOf(error, 'responseCode')) || 0;
  const words = textOf(error, 'response');
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(words) ?? [];
  const reason = [code, command, reply || textOf(error, 'originalCode'), enhanced].filter(Boolean).join(' ');
  const isGone =
    enhanced === undefined
      ? NO_MAILBOX_REPLIES.includes(reply) && !ABOUT_US.test(words)
      : NO_MAILBOX.includes(enhanced);
  if (command === 'RCPT TO' && isGone) return { kind: 'undeliverable', reason };
  // It may have been taken, and others may go through: it is not sent again and again, for a server to deliver each.
  if (isUnderWay && ENDED.includes(code))
    return { kind: 'refused', reason: reason.replace(' CONN', ' DATA') };
  // `API`: no server was asked.
  const isWrong = code === 'EENVELOPE' && command === 'API';
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE' || isWrong;
  return { kind: aboutThisMail ? 'refused' : 'unreachable', reason };
}

function textOf(error: unknown, name: string): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
