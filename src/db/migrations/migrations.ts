import type { Migration } from 'kysely/migration';
import { up as music } from './001-music.ts';
import { up as members } from './002-members.ts';
import { up as charts } from './003-charts.ts';

/**
 * Every migration, in order. A released one is never changed: it says what a database out there went through, so it
 * imports kysely alone.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-music': { up: music },
  '002-members': { up: members },
  '003-charts': { up: charts },
};
