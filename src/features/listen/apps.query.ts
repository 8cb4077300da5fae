import { documentQuery } from '#src/page/wire/page-query.ts';

const importSchema = async () => (await import('./apps.wire.ts')).stationAppsSchema;

/** The applications that the station names. */
export const appsQuery = documentQuery(
  '/station.json',
  null,
  importSchema,
  (services) => ({ apps: services.station().apps }),
  'apps',
);
