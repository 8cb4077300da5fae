/** The build without pictures, subtitles and encryption has no types of its own; what it has is the same. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
