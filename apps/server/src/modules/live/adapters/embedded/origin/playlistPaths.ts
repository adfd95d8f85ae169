/** Where playlists are: below this path and the id of the stream. */
export const hlsRoot = '/live/hls'
/** Of lives that everybody may watch: an edge in front asks nobody for anything there. */
export const publicHlsRoot = `${hlsRoot}/public`
export const playlistFiles = { master: 'master.m3u8', live: 'live.m3u8', recording: 'recording.m3u8' } as const

/** Of one definition, from the master playlist. */
export const livePlaylist = (definition: string): string => `${definition}/${playlistFiles.live}`
/** Of the source alone: that is what is kept. */
export const sourceRecording = `source/${playlistFiles.recording}`
