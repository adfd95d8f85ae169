import type { MediaSource } from '@parley/room'
import { type ParticipantInfo, TrackSource } from 'livekit-server-sdk'

const sourceNames: Record<MediaSource, TrackSource> = {
	microphone: TrackSource.MICROPHONE,
	camera: TrackSource.CAMERA,
	screen: TrackSource.SCREEN_SHARE,
	'screen-audio': TrackSource.SCREEN_SHARE_AUDIO,
}
const sources = Object.keys(sourceNames) as MediaSource[]

export const toTrackSources = (wanted: readonly MediaSource[]): TrackSource[] =>
	wanted.map(source => sourceNames[source])

/** Returns the sources that a participant sends: those that are published and not muted. */
export const sentSources = ({ tracks }: ParticipantInfo): MediaSource[] =>
	sources.filter(source => tracks.some(track => track.source === sourceNames[source] && !track.muted))

/** Returns the ids of the tracks of a source that can be muted. */
export const tracksOf = ({ tracks }: ParticipantInfo, source: MediaSource): string[] =>
	tracks.filter(track => track.source === sourceNames[source] && !track.muted).map(({ sid }) => sid)
