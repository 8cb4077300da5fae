import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/**
 * The figures of the contract. Brackets name the rule in docs/contract (A accounts, R radio, W wire) that
 * says the figures below, until the next empty line or the next brackets.
 */

/** [A51, A52] volume */
export const DEFAULT_VOLUME = 0.5;
export const VOLUME_STEP = 0.05;
export const VOLUME_SYNC_DEBOUNCE_MS = 250;

/** [A3] theme */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DEFAULT_THEME: Theme = 'light';

/** [A22, A23, A24, A29] names and passwords, in characters */
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 50;
export const USERNAME_PATTERN = /^[A-Za-z0-9_-]+$/;
export const NAME_MIN = 2;
export const PASSWORD_MIN = 8;
export const USERNAME_CHECK_PAUSE_SELECTION_MS = 500;
export const USERNAME_CHECK_PAUSE_REGISTRATION_MS = 400;

/** [A18, A19, A40, A56, A57, A58, A59, A61, A64, A88, A132, R39, R68] dialogs, invitation, redirects */
export const INVITATION_DELAY_MS = 30_000;
export const INVITATION_REOFFER_MS = 48 * HOUR_MS;
export const REGISTER_CLOSE_MAIL_SENT_MS = 5_000;
export const REGISTER_CLOSE_MS = 2_000;
export const COPY_CONFIRMATION_MS = 2_000;
export const PREFERENCES_RESET_BUSY_MS = 1_000;
export const POST_SYNC_REDIRECT_MS = 500;
export const POST_SYNC_RETRY_MS = 1_000;
export const EMAIL_VALIDATION_REDIRECT_MS = 800;
export const PREFERENCES_STALE_MS = MINUTE_MS;
export const PREFERENCES_ASK_EVERY_MS = 5 * MINUTE_MS;
export const MOBILE_RESYNC_MS = 500;
export const MOBILE_RESYNC_STORE_MS = 100;
export const ADDRESS_LOOKUP_TIMEOUT_MS = 3_000;
/** [R39] the window of a site that a link is shared on, in pixels */
export const SHARE_POPUP = { width: 600, height: 400 } as const;

/** [A63] how long a call waits for its answer, and one that carries much either way */
export const CALL_TIMEOUT_MS = 10_000;
export const TRANSFER_TIMEOUT_MS = MINUTE_MS;

/** [R6, R16, R17, R18, R23, R38, R55] player */
export const AUTOPLAY_DELAY_MS = 400;
export const PLAYER_REBUILD_DELAY_MS = 100;
export const TRACK_REFRESH_MS = 5_000;
export const AUDIO_POOL_SIZE = 10;
export const AUDIO_POOL_CLEAN_ABOVE = 8;
export const AUDIO_POOL_CLEAN_EVERY_MS = 30_000;
export const PREVIEW_SECONDS = 51;
export const TOAST_MS = 3_000;
export const YOUR_SONG_EVERY_MS = 5 * MINUTE_MS;
export const TOAST_ACTION_MS = 8_000;

/** [R160] how long what was heard is still shown without an answer where one stands, or without the sound itself */
export const EAR_PATIENCE_MS = 10_000;
export const LOST_KEPT_MS = 2 * MINUTE_MS;

/** [R10, R11, R28, R29, R31, R32, R33, W23, W28, W29, W30] lists */
export const HOME_LATEST_COUNT = 4;
export const HOME_LATEST_RETRY_DELAYS_MS = [1_000, 2_000, 3_000] as const;
export const TOP_COUNT = 20;
export const LATEST_TRACKS_COUNT = 20;
export const ARTIST_TRACKS_COUNT = 10;
export const SEARCH_WINDOW_DAYS = 7;

/**
 * [W22, W25, W50, W54, W135] rows that a call gives without a word of how many, and at most; replies with their
 * comment, or with one more call; newest favourites of each kind on a member's page
 */
export const HISTORY_ROWS = 10;
export const ROWS_MAX = 50;
export const REPLIES_PAGE = 20;
export const MEMBER_PAGE_ROWS_MAX = 200;

/**
 * [R14, R92, R93, R94] Screens, in pixels: what is a phone's, what a finger hits, the smallest cover, the
 * widths that all fits on (the narrowest is that of WCAG 2.2, 1.4.10).
 */
export const PHONE_PIXELS = 760;
export const TARGET_PIXELS = 44;
export const THUMB_PIXELS = 46;
export const SCREEN_WIDTHS = [1440, 390, 320] as const;
/** [R120] how long a page may take before that is shown */
export const WAY_SHOWN_AFTER_MS = 400;

/** [R40] a file of the station */
export const AUDIO_HOURS_MAX = 6;
export const COVER_BYTES_MAX = 20_000_000;
export const COVER_PIXELS_MAX = 40_000_000;
/** [R210] characters of an artist, and of a title */
export const TRACK_NAME_MAX = 200;

/** [R70, R71] the cost of an hour: how often listening is written down, and what of it counts */
export const LISTENING_EVERY_MS = 5 * MINUTE_MS;
export const LISTENING_DAYS = 30;

/**
 * [W150, R161] How far behind the air a listener begins, how much of that comes at once, and how often there is more.
 * Just before a write the difference is left as a cushion against a bad network: `CUSHION_MS` at least, also where a
 * browser plays whole blocks of 32 KiB alone, as Chromium does, and for as long as the way back takes.
 */
export const BURST_MS = 7_500;
export const FIRST_MS = 5_000;
export const ROUND_MS = 3_000;
export const CUSHION_MS = 2_000;
export const BLOCK_BYTES_MAX = 32 * 1024;

/**
 * [R169] more than this between the frame that was asked for and the one that came: music has been left out;
 * [R171] how far behind the air one may leap back to it; [R172] how much faster what is behind is played
 */
export const LEAP_MS = 1_000;
export const BEHIND_MS = 15_000;
export const CATCH_UP_RATE = 1.03;

/** [R193] how far behind the air whoever begins in segments hears, and how much more is nothing to catch up with */
export const HLS_LIVE_MS = 16_000;
export const HLS_SLACK_MS = 4_000;

/** [R60] all adverts of one break together */
export const BREAK_MS_MAX = 10 * MINUTE_MS;

/** [R12, R49, R51] in pixels: a link's picture, the association's form, the small player elsewhere and its least */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const;
export const DONATION_FORM_HEIGHT = 750;
export const EMBED = { width: 480, height: 160 } as const;
export const EMBED_MIN = { width: 220, height: 110 } as const;

/** [W104] the sitemap protocol's own limit for a document */
export const SITEMAP_URLS_MAX = 50_000;

/** [R73] the age below which a child's parents have to consent */
export const CHILD_YEARS = 13;

/** [R54] adverts on the site: how long one of several stands, and when one has been seen */
export const SLOT_TURN_MS = 10 * MINUTE_MS;
export const SLOT_SEEN_MS = 1_000;

/** [W85] how long a view lets its caller's click count, and how often one counts */
export const SLOT_REMEMBERED_MS = HOUR_MS;
export const SLOT_CLICK_EVERY_MS = 10 * MINUTE_MS;

/** [R44, R45, W54] comments: characters of one, rows of a page */
export const COMMENT_MAX = 144;
export const COMMENTS_PAGE = 3;

/** [R61, R64, W96] the contact form: characters, how long a message is kept, and how long a proof counts */
export const CONTACT_SUBJECT_MAX = 150;
export const CONTACT_MESSAGE_MAX = 5_000;
export const CONTACT_KEPT_DAYS = 365;
export const CAPTCHA_MS = 30 * MINUTE_MS;

/** [A68, A69, W84] the diary: what counts as heard, how much is kept, what a call may bring */
export const DIARY_HEARD_MS = 30_000;
export const DIARY_DAYS = 90;
export const DIARY_ENTRIES = 2_000;
export const DIARY_SENT_MAX = 50;
export const DIARY_SENT_DAYS = 7;
export const DIARY_ROWS = 50;
export const DIARY_ROWS_MAX = 500;

/** [W57, W90] an ad-free token, and how many streams one member hears by it at a time */
export const AD_FREE_STREAMS = 10;
export const AD_FREE_TOKEN_MS = 6 * HOUR_MS;

/**
 * [R87, R88, R89] without the radio: when a wait is said, when a page's copy is shown; how often a new
 * version is looked for, and how long a reload waits for its worker
 */
export const WAITING_WORDS_MS = 2_000;
export const PAGE_PATIENCE_MS = 3_000;
export const VERSION_CHECK_EVERY_MS = HOUR_MS;
export const RELOAD_PATIENCE_MS = 2_000;

/** [R117] the newest builds, whose files are served */
export const BUILDS_KEPT = 3;

/** [W118] How often. Without another word it is for one address: in IPv6 a /64, SITE_FACTOR times as much a /48. */
export const SITE_FACTOR = 8;
/** Pages that are not kept already: a school, or a robot that follows every link. A core renders some 140 a second. */
export const PAGES_A_SECOND = 40;
export const PAGES_AT_ONCE = 600;
/** New share images: each takes a core for a fifth of a second. */
export const DRAWINGS_A_SECOND = 1;
export const DRAWINGS_AT_ONCE = 20;
export const FAILED_LOGINS_AN_HOUR = 100;
/** Per account and address. */
export const LOGINS_WINDOW_MS = 15 * MINUTE_MS;
export const FAILED_LOGINS_OF_ACCOUNT = 10;
export const RIGHT_LOGINS_OF_ACCOUNT = 30;
export const REGISTRATIONS_AN_HOUR = 100;
export const PROVIDER_SIGN_INS_AN_HOUR = 100;
export const NAME_CHECKS_A_MINUTE = 120;
export const MAIL_REQUESTS_AN_HOUR = 30;
/** From one address, as the next two: a household or an office. More than this is not a person. */
export const CONTACT_AN_HOUR = 20;
export const CHALLENGES_A_MINUTE = 60;
export const SLOT_EVENTS_A_MINUTE = 60;
/** For one mailbox, whatever follows a `+` in it. */
export const MAILS_TO_MAILBOX_AN_HOUR = 5;
/** For one member, of all calls. */
export const MEMBER_CALLS_A_SECOND = 20;
export const MEMBER_CALLS_AT_ONCE = 200;
/** For one member, of one kind. A browser sends its diary once in two minutes, and when it is left. */
export const EXPORTS_AN_HOUR = 10;
export const USERNAME_CHANGES_AN_HOUR = 10;
export const COMMENTS_A_MINUTE = 5;
export const COMMENTS_AN_HOUR = 30;
export const REPORTS_AN_HOUR = 20;
export const DIARY_SENDS_AN_HOUR = 240;
export const DIARY_CHANGES_AN_HOUR = 600;
/** For the whole station: more than a good day brings, and what one mailbox can bear. */
export const MAILS_TO_NEW_ADDRESSES_AN_HOUR = 200;
export const CONTACT_OF_STATION_AN_HOUR = 200;

/** [W120] how far a clock may be ahead of what was written, and how long one that is must go on to be believed */
export const CLOCK_AHEAD_MS = DAY_MS;

/**
 * [W22, W23, W50, W65, W68, W70, W73, W107] How long whoever fetched a reply or a document may keep it, in
 * seconds: what plays now; what follows the music; a member's page.
 */
export const ON_AIR_KEPT_SECONDS = 2;
export const LIST_KEPT_SECONDS = 10;
export const MEMBER_PAGE_KEPT_SECONDS = 30;
/**
 * What the station's files say; feeds; the files of the site; pictures and sound; what has another name when
 * it changes.
 */
export const DOCUMENT_KEPT_SECONDS = 60;
export const FEED_KEPT_SECONDS = 300;
export const SITE_KEPT_SECONDS = 3_600;
export const MEDIA_KEPT_SECONDS = 86_400;
export const HASHED_KEPT_SECONDS = 31_536_000;
/** [W184] a page, in a cache that many share; a browser asks each time */
export const PAGE_SHARED_SECONDS = 5;
/**
 * [W211] the page of a track or of a member there, where changes are purged. With what Onde itself keeps it stays below
 * the age at which browsers ask for a page's data anew.
 */
export const PAGE_PURGED_SECONDS = 25;
/**
 * [W213] how long after a change its pages are purged: by then the front door, which keeps a page for a second, has
 * forgotten it too. Two requests are as far apart. And how long after it once more: by then what was drawn before the
 * change has come to the cache.
 */
export const PURGE_AFTER_MS = 1_200;
export const PURGE_AGAIN_MS = 10_000;
/** [W214] tags that wait at the same moment; with more of them every page is purged */
export const PURGE_TAGS_MAX = 30;

/**
 * [R200, W181] how often a web process on another machine asks how the station stands; in how much time a machine that
 * stands by goes on in the place of one that is gone
 */
export const FOLLOW_EVERY_MS = 2_000;
export const TAKE_OVER_MS = 5_000;

/** [R183] the robots are told to be silent when none has found anything for this long */
export const ROBOTS_SILENT_MS = 5 * MINUTE_MS;
/** [R183] The clocks of a group differ by less: what is dated later was written by a clock that ran ahead. */
export const CLOCKS_DIFFER_MS = MINUTE_MS;

/** [R184] how far back `/status` tells */
export const STATUS_HOURS = 24;
export const STATUS_DAYS = 90;

/**
 * [W63, W138, W167] how long whoever asked may keep a playlist in segments, which is half a segment, what stands on a
 * stream's timeline, and how the streams are
 */
export const PLAYLIST_KEPT_SECONDS = 1;
export const MARKS_KEPT_SECONDS = 1;
export const STATUS_KEPT_SECONDS = 20;

/** [W4, W266] body of a call, bytes; a header that is a list, such as `Accept-Language`, characters */
export const WIRE_BODY_BYTES_MAX = 64 * 1024;
export const LIST_HEADER_MAX = 1_000;

/**
 * [A15, A95, W56, W91, W127] how long somebody may take at the provider, a second factor included; how long a member
 * takes to come to the player; a credential that was issued longer ago is refused
 */
export const SIGN_IN_MS = 15 * MINUTE_MS;
export const HAND_OVER_MS = MINUTE_MS;
export const CREDENTIAL_MS = 10 * MINUTE_MS;

/** [A82] a member's picture: what is fetched at most, and its sides in pixels once it is drawn anew */
export const PICTURE_BYTES_MAX = 2_000_000;
export const PICTURE_PIXELS_MAX = 20_000_000;
export const PICTURE_SIZE = 256;
/** [W68] the widths of covers in pixels: a card of a phone is some 184 CSS pixels wide, and twice that is 368 */
export const COVER_WIDTHS = [96, 192, 384, 640] as const;
