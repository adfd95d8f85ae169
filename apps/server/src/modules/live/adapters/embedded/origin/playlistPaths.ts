/** Root of playlists: the id of the stream follows. */
export const hlsRoot = '/live/hls'
/** Root of public lives: an edge in front needs no authorisation there. */
export const publicHlsRoot = `${hlsRoot}/public`
export const playlistFiles = { master: 'master.m3u8', live: 'live.m3u8', recording: 'recording.m3u8' } as const

/** Path of one definition, relative to the master playlist. */
export const livePlaylist = (definition: string): string => `${definition}/${playlistFiles.live}`
/** Path of the recording, which only the source has. */
export const sourceRecording = `source/${playlistFiles.recording}`
