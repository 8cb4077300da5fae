import { createPrivateKey, sign } from 'node:crypto';
import type { ClientAuth } from 'openid-client';
import type { Settings } from '#src/platform/settings/settings.ts';

/** Apple allows six months; a secret that is made for each call needs no more than the call takes. */
const SECRET_SECONDS = 300;

/**
 * Apple's clients have no secret: they sign one for each call with the key that was registered there (ES256).
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function appleClientAuth(apple: NonNullable<Settings['apple']>): ClientAuth {
  const key = createPrivateKey(apple.privateKey);
  return (server, _client, body) => {
    // The real time, as in all that is about tokens of others.
    const issuedSeconds = Math.floor(Date.now() / 1000);
    const said = [
      { alg: 'ES256', kid: apple.keyId, typ: 'JWT' },
      {
        iss: apple.teamId,
        iat: issuedSeconds,
        exp: issuedSeconds + SECRET_SECONDS,
        aud: server.issuer,
        sub: apple.clientId,
      },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' });
    body.set('client_id', apple.clientId);
    body.set('client_secret', `${said}.${signature.toString('base64url')}`);
  };
}
