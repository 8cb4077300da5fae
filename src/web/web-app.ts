import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type HonoRequest } from 'hono';
import type { DatabaseHealth } from '#src/db/database-health.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import type { Services } from '#src/features/services.server.ts';
import { OFFLINE_PATH, WORKER_PATH } from '#src/page/address/paths.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { currentRequestId, inRequest } from '#src/platform/log/request-context.ts';
import { findPeer, plainAddress } from '#src/platform/wire/peer-address.ts';
import { createProxyTrust, type ProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { REQUEST_ID_HEADER, requestIdOf } from '#src/platform/wire/request-id.ts';
import { publicStation } from '#src/station/config/public-station.ts';
import { PROOF_PATH } from '#src/station/media-addresses.ts';
import { discardBody } from './answers/discard-body.ts';
import { FileAnswer } from './answers/file-answer.ts';
import { otherMethodAnswer, plainAnswer, READ_METHODS } from './answers/plain-answer.ts';
import { FileAway } from './answers/send-file.ts';
import { WholeAnswer } from './answers/whole-answer.ts';
import { manifestDocument, ScreenPictures, workerDocument } from './documents/installed-site.ts';
import { oembedDocument } from './documents/oembed-document.ts';
import { feedDocument, showFileAnswer } from './documents/podcast-documents.ts';
import { qrDocument } from './documents/qr-document.ts';
import { scheduleDocument, stationDocument } from './documents/station-documents.ts';
import type { Features } from './features.ts';
import { isOfRadioMachine, proofAnswer, type RadioMachine } from './machines/radio-machine.ts';
import { readinessAnswer } from './machines/readiness-answer.ts';
import { coverAnswer } from './media/cover-answer.ts';
import { DrawnImages } from './media/drawn-images.ts';
import { iconAnswer, logoAnswer } from './media/icon-answer.ts';
import { pictureAnswer } from './media/picture-answer.ts';
import { slotAnswers } from './media/slot-answer.ts';
import { previewAnswer, videoAnswer } from './media/track-files.ts';
import { donationOrigins, outsideOrigins } from './outside-origins.ts';
import type { DressHeaders, Pages } from './pages/pages.ts';
import { addSecurityHeaders } from './security/security-headers.ts';
import { shareImageAnswers } from './share-images/share-image-answer.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { robotsDocument, sitemapAnswers } from './sitemap/sitemap-answer.ts';
import { failurePage } from './standing-pages/failure-page.ts';
import { offlinePage } from './standing-pages/offline-page.ts';
import { answerWireRequest, type WireDoor } from './wire/wire-door.ts';

const AWAY = 'This is not there for the moment. Please try again.';

/** Every address that the web process answers, in the order they are tried. */
export function createWebApp(options: {
  services: Services;
  features: Pick<Features, 'accounts'>;
  door: WireDoor;
  pages: Pages;
  /** The radio's machine, when this is another one. */
  radio?: RadioMachine | null;
  /** Who knows whether music is on air, for `/readyz`; null where a front door answers that itself. */
  onAir?: Pick<RadioMachine, 'isOnAir'> | null;
  /** By which this machine proves that it is the radio's [W180]; null when no other one asks. */
  proofKey?: Buffer | null;
  /** How this process is. */
  health?: () => Promise<DatabaseHealth>;
}) {
  const { services, features, door, pages, radio = null, onAir = null, proofKey = null } = options;
  const { health = async () => 'well' } = options;
  const { station, settings, logger, db } = services;
  const drawing = { cacheFolder: services.folder.cache, clock: services.clock, logger };
  const withImages = { ...services, images: new DrawnImages(drawing) };
  const reading = new Outage({
    clock: services.clock,
    logger,
    words: {
      gone: 'the web process could not read a file, and refused it or broke its answer off: check the disk of DATA_DIR and that of STATION_DIR',
      back: 'the web process reads files again',
    },
  });
  const slotPicture = slotAnswers(withImages);
  const screens = new ScreenPictures();
  const sitemap = sitemapAnswers(services);
  const sharePicture = shareImageAnswers(withImages);
  const app = new Hono<{ Bindings: HttpBindings }>();
  const trust = createProxyTrust(settings);
  const realPeer = (request: HonoRequest, { incoming }: HttpBindings) =>
    findPeer(
      {
        socketAddress: incoming.socket.remoteAddress ?? null,
        forwardedFor: request.header('x-forwarded-for') ?? null,
      },
      trust,
    ).address;

  const dress: DressHeaders = (headers, url) =>
    addSecurityHeaders(headers, url, {
      isSecure: settings.origin.startsWith('https:'),
      payees: donationOrigins(station()),
    });
  app.use(async (context, next) => {
    const { req, env } = context;
    const requestId = requestIdOf(req.header(REQUEST_ID_HEADER), isNamedByProxy(env.incoming, trust));
    await inRequest(requestId, next);
    dress(context.res.headers, new URL(req.url));
    // What many share was not answered for this one.
    if (!/public|s-maxage/.test(context.res.headers.get('cache-control') ?? ''))
      context.res.headers.set(REQUEST_ID_HEADER, requestId);
    if (!READ_METHODS.includes(context.req.method)) await discardBody(context.req.raw);
    if (context.res instanceof FileAnswer) await context.res.send(env.outgoing, reading);
    else if (context.res instanceof WholeAnswer) context.res.send(env.outgoing);
    else return;
    // Without the first line the headers of what was sent are copied into the second.
    context.res = undefined;
    context.res = RESPONSE_ALREADY_SENT;
  });
  const failureContext = () => ({
    station: station(),
    fontFaces: pages.fontFaces,
    outside: outsideOrigins(settings, station(), services.content.podcasts),
    isSecure: settings.origin.startsWith('https:'),
  });
  app.onError((error, context) => {
    const isFileAway = error instanceof FileAway;
    if (isFileAway || error instanceof DatabaseUnavailable) {
      (isFileAway ? reading : services.databaseOutage).failed(error.message);
      return plainAnswer(503, AWAY, { 'retry-after': '5' });
    }
    logger.error(
      { err: error, method: context.req.method, path: context.req.path },
      'the web process failed over a request: please report this error',
    );
    const { raw } = context.req;
    const isForPeople = READ_METHODS.includes(raw.method) && raw.headers.get('accept')?.includes('text/html');
    if (!isForPeople) return plainAnswer(500, 'Something went wrong here. Please try again.');
    const { mediaBaseUrl } = settings;
    const requestId = currentRequestId();
    return failurePage(raw, {
      ...failureContext(),
      mediaBaseUrl,
      requestId,
      nowPlaying: services.nowPlaying(),
    });
  });

  app.all('/api-proxy.php', ({ req, env }) => {
    return answerWireRequest(door, req.raw, realPeer(req, env));
  });
  app.route(
    '/auth',
    signInRoutes(features.accounts, ({ req, env }) => realPeer(req, env)),
  );
  app.use(async ({ req, env }, next) => {
    const { method } = req.raw;
    if (READ_METHODS.includes(method)) return next();
    // Only the radio's machine knows what a page of another site may send to it [W77].
    const isAsked = radio !== null && method === 'OPTIONS' && isOfRadioMachine(req.path);
    const answer = isAsked ? await radio.answer(req.raw, realPeer(req, env)) : null;
    return answer ?? otherMethodAnswer(req.raw, READ_METHODS);
  });
  app.use(async ({ req }, next) => {
    // No database keeps a NUL, so no name holds one.
    if (/%00/.test(req.url)) return plainAnswer(404, 'Not found');
    return next();
  });
  app.get(PROOF_PATH, ({ req }) =>
    proofKey === null ? plainAnswer(404, 'Not found') : proofAnswer(req.raw, proofKey),
  );
  if (onAir !== null) app.get('/readyz', ({ req }) => readinessAnswer(req.raw, { onAir, health }));
  if (radio !== null)
    app.use(async (context, next) => {
      const { req, env } = context;
      if (!isOfRadioMachine(req.path)) return next();
      const answer = await radio.answer(req.raw, realPeer(req, env));
      if (answer !== null) return answer;
      await next();
      const { ok, status, headers } = context.res;
      if (ok || status === 304) headers.set('cache-control', 'public, max-age=5');
      // What this machine does not have may be there: nobody must keep the answer that it is not.
      if (status !== 404 && status < 500) return;
      // Without this line the headers of the answer before are copied into this one.
      context.res = undefined;
      context.res = plainAnswer(503, AWAY, { 'retry-after': '5' });
      return;
    });
  app.get('/station.json', ({ req }) => stationDocument(req.raw, publicStation(station(), settings)));
  app.get('/robots.txt', ({ req }) => robotsDocument(req.raw, settings.origin));
  app.get('/oembed', ({ req }) => oembedDocument(req.raw, services));
  app.get('/sitemap.xml', ({ req }) => sitemap.index(req.raw));
  app.get('/sitemaps/:file{[^/]+\\.xml}', ({ req }) => sitemap.part(req.raw, stem(req.param('file'))));
  app.get('/manifest.webmanifest', ({ req }) => manifestDocument(req.raw, station(), screens));
  app.get('/screens/:file', ({ req }) => screens.answer(req.raw, req.path));
  app.get(OFFLINE_PATH, ({ req }) => offlinePage(req.raw, failureContext()));
  app.get(WORKER_PATH, ({ req, env }) =>
    workerDocument({
      isOn: settings.serviceWorker === 'on',
      built: () => pages.answer(req.raw, realPeer(req, env)),
    }),
  );
  app.get('/qr/:language/:file{[^/]+\\.svg}', ({ req }) =>
    qrDocument(req.raw, {
      language: req.param('language'),
      streamId: stem(req.param('file')),
      origin: settings.origin,
    }),
  );
  app.get('/covers/:file{.+\\.jpg}', ({ req, env }) =>
    coverAnswer(req.raw, stem(req.param('file')), { ...withImages, caller: realPeer(req, env) }),
  );
  app.get('/previews/:file{.+\\.mp3}', ({ req }) =>
    previewAnswer(req.raw, stem(req.param('file')), services),
  );
  app.get('/videos/:file{.+\\.mp4}', ({ req }) => videoAnswer(req.raw, stem(req.param('file')), services));
  app.get('/podcasts/:file{[^/]+\\.xml}', ({ req }) =>
    feedDocument(req.raw, stem(req.param('file')), services),
  );
  app.get('/podcasts/:show/:file', ({ req }) =>
    showFileAnswer(req.raw, req.param('show'), req.param('file'), services),
  );
  app.get('/og/:kind/:file{[^/]+\\.png}', ({ req, env }) =>
    sharePicture(req.raw, req.param('kind'), stem(req.param('file')), realPeer(req, env)),
  );
  app.get('/pictures/:file{[\\w-]+\\.webp}', ({ req }) =>
    pictureAnswer(req.raw, stem(req.param('file')), db),
  );
  app.get('/slots/:file{[^/]+\\.webp}', ({ req }) => slotPicture(req.raw, stem(req.param('file'))));
  app.get('/:file{week[A-Za-z0-9]+\\.xml}', ({ req }) =>
    scheduleDocument(req.raw, req.param('file'), services.content.schedules),
  );
  app.get('/:file{logo-.+\\.png}', ({ req }) =>
    logoAnswer(req.raw, stem(req.param('file')).replace(/^logo-/, ''), withImages),
  );
  app.get('*', async ({ req, env }) => {
    const icon = await iconAnswer(req.raw, req.path, withImages);
    return icon ?? pages.answer(req.raw, realPeer(req, env));
  });
  return {
    app,
    /** Sends a page that is kept and ready, past all that stands above. */
    sendReady: (incoming: IncomingMessage, outgoing: ServerResponse) =>
      pages.sendKept(incoming, outgoing, dress),
  };
}

/** Whether who is connected may name requests: our own front door, over a socket without an address, or a trusted proxy. */
function isNamedByProxy({ socket }: IncomingMessage, trust: ProxyTrust): boolean {
  if (socket.remoteAddress === undefined) return true;
  return trust.proxies > 0 && trust.trusts(plainAddress(socket.remoteAddress) ?? '');
}

function stem(file: string): string {
  return file.replace(/\.[^.]+$/, '');
}
