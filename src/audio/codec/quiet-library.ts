import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';

/** Imported for its effect: what goes wrong comes back as codes, and FFmpeg's own words would only litter the terminal. */
Log.setLevel(AV_LOG_QUIET);
