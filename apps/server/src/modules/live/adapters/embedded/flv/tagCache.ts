import type { FlvTag } from '../../../ingest.ts'
import type { MediaPacket } from './mediaPacket.ts'

/** A larger group of pictures is not cached: new listeners wait for the next one. */
const maxBytes = 8 * 1024 * 1024

/** Caches the tags a new listener needs to begin: sequence headers and everything since the last key frame. */
export function createTagCache(): {
	add(tag: FlvTag, packet: MediaPacket): void
	clear(): void
	tags(): FlvTag[]
} {
	let videoConfig: FlvTag | undefined
	let audioConfig: FlvTag | undefined
	let group: FlvTag[] = []
	let bytes = 0
	let isWhole = false

	return {
		add(tag, packet) {
			if (packet.kind === 'videoConfig') videoConfig = tag
			else if (packet.kind === 'audioConfig') audioConfig = tag
			else {
				const isStart = packet.kind === 'video' ? packet.isKey : !videoConfig
				if (isStart) {
					group = []
					bytes = 0
					isWhole = true
				}
				bytes += tag.body.length
				if (bytes > maxBytes) {
					group = []
					isWhole = false
				}
				if (isWhole) group.push(tag)
			}
		},
		clear() {
			videoConfig = undefined
			audioConfig = undefined
			group = []
			bytes = 0
			isWhole = false
		},
		tags() {
			const at = group[0]?.timestampMs ?? 0
			const configs = [audioConfig, videoConfig].filter(tag => tag !== undefined)
			return [...configs.map(tag => ({ ...tag, timestampMs: at })), ...group]
		},
	}
}
