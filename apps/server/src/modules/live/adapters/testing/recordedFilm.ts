import { readMediaPacket } from '../embedded/flv/mediaPacket.ts'
import { createPackager } from '../embedded/packager/packager.ts'
import { type FilmName, filmTags } from './film.ts'

/** The film as recorded by a browser: fragmented MP4, H.264 and AAC; its header, then one piece per fragment. */
export function recordedFilm(name: FilmName = 'film'): Buffer[] {
	const pieces: Buffer[] = []
	const packager = createPackager({
		onInit: ({ data }) => pieces.push(data),
		onDiscontinuity() {},
		onPart: ({ data }) => pieces.push(data),
		onDropped() {},
	})
	for (const tag of filmTags(name)) {
		const packet = readMediaPacket(tag)
		if (packet) packager.push(packet, tag.timestampMs)
	}
	packager.flush()
	return pieces
}
