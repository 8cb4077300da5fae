import * as z from 'zod/mini';

/** What the listen page needs of `station.json` [W66]: addresses of applications, by system. */
export const stationAppsSchema = z.object({ apps: z.record(z.string(), z.string()) });
